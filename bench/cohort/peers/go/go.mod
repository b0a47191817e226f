module select_works

go 1.19
