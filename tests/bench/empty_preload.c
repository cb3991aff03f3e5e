/* The least that any preload library costs. */
void bench_empty_preload(void) {}
