// The terminate handler of the libstdc++ inside the library: abort, without the usual report on
// standard error (ours is not to speak there) and without the demangler that it needs, 70 kB. The same as
// libstdc++ built with --disable-libstdcxx-verbose.
#include <cstdlib>
#include <exception>

namespace __cxxabiv1 {
extern std::terminate_handler __terminate_handler;
std::terminate_handler __terminate_handler = std::abort;
}  // namespace __cxxabiv1
