// The lock file on disk: read whole, replaced whole. Several processes and ranks may write it at
// once: each merges what it has into what stands there, under flock, and renames a finished file into
// place, so that readers see the old or the new one.
// Thread rule: any thread; blocks for as long as another process writes (at most two seconds).
#pragma once
#include "config/cudnn_lock.h"

namespace detshim::cudnn {

// An empty lock if the file does not exist (`*exists` says so). False: complained of, once.
bool load_lock(const std::string& path, config::Lock* out, bool* exists);
// Puts `entries` over those of the file. False: complained of, once.
bool merge_into_lock(const std::string& path, const config::Lock& entries);

}  // namespace detshim::cudnn
