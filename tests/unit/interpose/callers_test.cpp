// Which libraries are hooked as callers, and for what.
#include "shim/interpose/callers.h"

#include <gtest/gtest.h>

namespace detshim::interpose {
namespace {

Caller class_of(const char* path) { return classify({1, 2, 0, nullptr, path}); }

TEST(Callers, AreKnownByTheirFileNames) {
  EXPECT_EQ(class_of(""), Caller::user);
  EXPECT_EQ(class_of("/usr/bin/python3"), Caller::user);
  EXPECT_EQ(class_of("/opt/app/libcustom.so"), Caller::user);
  EXPECT_EQ(class_of("/x/libtorch_cuda.so"), Caller::user);
  EXPECT_EQ(class_of("/x/libcuda.so.1"), Caller::never);
  EXPECT_EQ(class_of("/x/libcuda.so.570.86"), Caller::never);
  EXPECT_EQ(class_of("libcupti.so.13"), Caller::never);
  EXPECT_EQ(class_of("/x/libcudnn.so.9"), Caller::cudnn);
  EXPECT_EQ(class_of("/x/libcudnn_engines_precompiled.so.9"), Caller::cudnn);
  for (const char* math :
       {"libcublas.so.13", "libcublasLt.so.13", "libcurand.so.10", "libcusolver.so.12",
        "libcusparse.so.12", "libcufft.so.12", "libnccl.so.2", "libnvrtc.so.13", "libcudart.so.13"})
    EXPECT_EQ(class_of(math), Caller::cuda_math) << math;
}

TEST(Callers, NvidiaLibrariesAreHookedForDriverNamesOnly) {
  for (const Caller math : {Caller::cudnn, Caller::cuda_math}) {
    EXPECT_FALSE(is_exempt(math, Library::k_driver));
    EXPECT_TRUE(is_exempt(math, Library::k_curand));
    EXPECT_TRUE(is_exempt(math, Library::k_cudnn));
    EXPECT_TRUE(is_exempt(math, Library::k_runtime));
  }
  EXPECT_TRUE(is_exempt(Caller::never, Library::k_driver));
  EXPECT_FALSE(is_exempt(Caller::user, Library::k_cudnn));
}

TEST(Callers, EachHasItsOwnName) {
  EXPECT_STRNE(name_of(Caller::user), name_of(Caller::never));
  EXPECT_STRNE(name_of(Caller::cudnn), name_of(Caller::cuda_math));
}

}  // namespace
}  // namespace detshim::interpose
