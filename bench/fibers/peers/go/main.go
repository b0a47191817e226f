// The works of ../../main.kh on goroutines.
package main

import (
	"fmt"
	"os"
	"runtime"
	"sync"
	"syscall"
	"time"
)

type fiber chan int64

func spawn(body func() int64) fiber {
	done := make(fiber, 1)
	go func() { done <- body() }()
	return done
}

func spawned(total, batch int) int64 {
	var sum int64
	for i := 0; i < total/batch; i++ {
		answers := make([]int64, batch)
		var group sync.WaitGroup
		group.Add(batch)
		for k := range answers {
			place := &answers[k]
			go func() { *place = 1; group.Done() }()
		}
		group.Wait()
		for _, answer := range answers {
			sum += answer
		}
	}
	return sum
}

func skynet(number, size int64) int64 {
	if size == 1 {
		return number
	}
	var answers [10]int64
	var group sync.WaitGroup
	part := size / 10
	group.Add(10)
	for i := range answers {
		place, first := &answers[i], number+int64(i)*part
		go func() { *place = skynet(first, part); group.Done() }()
	}
	group.Wait()
	var sum int64
	for _, answer := range answers {
		sum += answer
	}
	return sum
}

func pingPong(trips int) int64 {
	there, back := make(chan int64, 1), make(chan int64, 1)
	var group sync.WaitGroup
	group.Add(1)
	go func() {
		for i := 0; i < trips; i++ {
			back <- <-there + 1
		}
		group.Done()
	}()
	var value int64
	for i := 0; i < trips; i++ {
		there <- value
		value = <-back
	}
	group.Wait()
	return value
}

func throughChannel(items, sides int) int64 {
	channel := make(chan int64, 128)
	var producers sync.WaitGroup
	consumers := make([]fiber, sides)
	for i := range consumers {
		consumers[i] = spawn(func() int64 {
			var sum int64
			for item := range channel {
				sum += item
			}
			return sum
		})
	}
	producers.Add(sides)
	for i := 0; i < sides; i++ {
		go func() {
			for k := 0; k < items/sides; k++ {
				channel <- int64(k)
			}
			producers.Done()
		}()
	}
	producers.Wait()
	close(channel)
	var sum int64
	for _, consumer := range consumers {
		sum += <-consumer
	}
	return sum
}

func parked(count int) int64 {
	ready, gate := make(chan int64, 1024), make(chan int64, 1)
	answers := make([]int64, count)
	var group sync.WaitGroup
	group.Add(count)
	for i := range answers {
		place := &answers[i]
		go func() {
			ready <- 1
			if _, open := <-gate; !open {
				*place = 1
			}
			group.Done()
		}()
	}
	for i := 0; i < count; i++ {
		<-ready
	}
	close(gate)
	group.Wait()
	var sum int64
	for _, answer := range answers {
		sum += answer
	}
	return sum
}

func sleepers(count int) int64 {
	var group sync.WaitGroup
	group.Add(count)
	for i := 0; i < count; i++ {
		pause := time.Duration(1000+i%1000) * time.Millisecond
		go func() { time.Sleep(pause); group.Done() }()
	}
	group.Wait()
	return int64(count)
}

func yielding(times int) int64 {
	var group sync.WaitGroup
	group.Add(2)
	for i := 0; i < 2; i++ {
		go func() {
			for k := 0; k < times; k++ {
				runtime.Gosched()
			}
			group.Done()
		}()
	}
	group.Wait()
	return int64(2 * times)
}

func contended(fibers, updates int) int64 {
	var lock sync.Mutex
	var cell int64
	var group sync.WaitGroup
	group.Add(fibers)
	for i := 0; i < fibers; i++ {
		go func() {
			for k := 0; k < updates; k++ {
				lock.Lock()
				cell++
				lock.Unlock()
			}
			group.Done()
		}()
	}
	group.Wait()
	return cell
}

func work(name string) int64 {
	switch name {
	case "spawn_batches":
		return spawned(1_000_000, 1_000)
	case "spawn_one":
		return spawned(1_000_000, 1)
	case "skynet":
		return skynet(0, 1_000_000)
	case "ping_pong":
		return pingPong(1_000_000)
	case "channel_1_1":
		return throughChannel(10_000_000, 1)
	case "channel_4_4":
		return throughChannel(10_000_000, 4)
	case "park_wake":
		return parked(100_000)
	case "sleepers":
		return sleepers(100_000)
	case "yield":
		return yielding(1_000_000)
	case "shared":
		return contended(8, 1_000_000)
	}
	return 0
}

func cpuMillis() int64 {
	var usage syscall.Rusage
	syscall.Getrusage(syscall.RUSAGE_SELF, &usage)
	return (usage.Utime.Nano() + usage.Stime.Nano()) / 1e6
}

func main() {
	for round := 1; round < 3; round++ {
		start, cpu := time.Now(), cpuMillis()
		answer := work(os.Args[1])
		fmt.Printf("%d %d %d %d\n", round, time.Since(start).Milliseconds(), cpuMillis()-cpu, answer)
	}
}
