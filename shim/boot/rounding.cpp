// Keeps libm out of our dependencies. The static libstdc++ refers to these two where it reads a
// long double, which nothing here does (the linker drops that code); the reference alone would make
// every process load libm, a dozen page faults.
extern "C" {
__attribute__((visibility("hidden"))) int detshim_get_rounding() asm("fegetround");
__attribute__((visibility("hidden"))) int detshim_set_rounding(int mode) asm("fesetround");

int detshim_get_rounding() { return 0; }  // FE_TONEAREST
int detshim_set_rounding(int mode) { return mode; }
}
