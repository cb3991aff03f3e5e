// Stands for libtorch_cpu.so, which lies beside libc10.so in every PyTorch.
extern "C" int torch_cpu_stand_in() { return 0; }
