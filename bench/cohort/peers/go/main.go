// Go's side: values received from eight channels that stay ready, by `select` and plainly. Prints the picoseconds of one.
package main

import (
	"fmt"
	"os"
	"time"
)

const values = 4_000_000

func selected(c [8]chan int) int {
	sum := 0
	for i := 0; i < values; i++ {
		select {
		case n := <-c[0]:
			sum += n
		case n := <-c[1]:
			sum += n
		case n := <-c[2]:
			sum += n
		case n := <-c[3]:
			sum += n
		case n := <-c[4]:
			sum += n
		case n := <-c[5]:
			sum += n
		case n := <-c[6]:
			sum += n
		case n := <-c[7]:
			sum += n
		}
	}
	return sum
}

func received(c [8]chan int) int {
	sum := 0
	for _, channel := range c {
		for i := 0; i < values/8; i++ {
			sum += <-channel
		}
	}
	return sum
}

func main() {
	var channels [8]chan int
	for i := range channels {
		channels[i] = make(chan int, values/4)
		for n := 0; n < values/4; n++ {
			channels[i] <- n
		}
	}
	start := time.Now()
	sum := 0
	if os.Args[1] == "select" {
		sum = selected(channels)
	} else {
		sum = received(channels)
	}
	spent := time.Since(start)
	if sum < 0 {
		os.Exit(1)
	}
	fmt.Println(spent.Nanoseconds() * 1000 / values)
}
