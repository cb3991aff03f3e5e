// Keeps the random_device of the libstdc++ that is linked into this library out of it. Its members
// for the old string type (cow-string-inst.o, which much else pulls in) refer to this function; the
// object file that defines it also defines _M_getval, the name that we export. Nobody here
// constructs a random_device.
#include <cstddef>
#include <cstdlib>

extern "C" __attribute__((visibility("hidden"))) void detshim_no_random_device(
    void*, const char*, size_t) asm("_ZNSt13random_device7_M_initEPKcm");
void detshim_no_random_device(void*, const char*, size_t) { abort(); }
