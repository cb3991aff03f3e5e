// libdraw.so draws 16 bytes from the named source. Tests put it into entropy.allow: what it draws
// then shows the place of its caller (process, thread, rank) without any help from the shim.
#pragma once

#ifdef __cplusplus
extern "C" {
#endif

// sources: getrandom, syscall, getentropy, open, open64, openat, openat64, __open_2, __open64_2,
// random_device. `hex` holds 33 characters. Ends the process with status 2 if it fails.
void draw(const char* source, char* hex);

#ifdef __cplusplus
}
#endif
