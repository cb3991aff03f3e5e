// Of programs that open cuDNN themselves.
#include "tests/programs/cudnn/api.h"

namespace cudnn_programs {

Api linked_api() { return {}; }

}  // namespace cudnn_programs
