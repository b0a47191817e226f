module fiber_works

go 1.19
