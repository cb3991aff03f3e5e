// The bytes of a file of ours (configuration, lock), and nothing else: no directory, device or pipe, nothing that
// does not end. Place in the flow: load() calls it for the file that DETSHIM_CONFIG names. Any
// thread; keeps no descriptor.
#pragma once
#include <cstddef>
#include <string>

#include "config/problem.h"

namespace detshim::config {

// A thousand times what all keys together need; a larger file is another file.
inline constexpr size_t kLargestFileBytes = size_t{1} << 20;

// Reads `path`, of at most `most` bytes, into `bytes`, or says why not. May throw std::bad_alloc.
Complaint read_file(const char* path, std::string* bytes, size_t most = kLargestFileBytes);

}  // namespace detshim::config
