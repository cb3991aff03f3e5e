// cuDNN's graph ("backend") API: function types and the values that hooks look at, in our own words
// from the documented interface. Descriptors are opaque pointers. Included by cudnn.h.
#pragma once
#include <cstdint>

#include "shim/abi/cudnn.h"

namespace detshim::abi {

using cudnnBackendDescriptor_t = void*;
using cudaGraph_t = struct CUgraph_st*;

enum cudnnBackendDescriptorType_t : int {
  CUDNN_BACKEND_ENGINE_DESCRIPTOR = 2,
  CUDNN_BACKEND_ENGINECFG_DESCRIPTOR = 3,
  CUDNN_BACKEND_ENGINEHEUR_DESCRIPTOR = 4,
  CUDNN_BACKEND_EXECUTION_PLAN_DESCRIPTOR = 5,
  CUDNN_BACKEND_KNOB_CHOICE_DESCRIPTOR = 7,
  CUDNN_BACKEND_OPERATION_CONVOLUTION_FORWARD_DESCRIPTOR = 10,
  CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_FILTER_DESCRIPTOR = 11,
  CUDNN_BACKEND_OPERATION_CONVOLUTION_BACKWARD_DATA_DESCRIPTOR = 12,
  CUDNN_BACKEND_OPERATION_POINTWISE_DESCRIPTOR = 13,
  CUDNN_BACKEND_OPERATION_GEN_STATS_DESCRIPTOR = 14,
  CUDNN_BACKEND_OPERATIONGRAPH_DESCRIPTOR = 15,
  CUDNN_BACKEND_VARIANT_PACK_DESCRIPTOR = 16,
  CUDNN_BACKEND_TENSOR_DESCRIPTOR = 17,
  CUDNN_BACKEND_OPERATION_MATMUL_DESCRIPTOR = 19,
  CUDNN_BACKEND_REDUCTION_DESCRIPTOR = 21,
  CUDNN_BACKEND_OPERATION_REDUCTION_DESCRIPTOR = 22,
  CUDNN_BACKEND_DEVICEPROP_DESCRIPTOR = 38,
  CUDNN_BACKEND_OPERATION_SDPA_BWD_DESCRIPTOR = 43,
};

enum cudnnBackendAttributeName_t : int {
  CUDNN_ATTR_ENGINEHEUR_MODE = 200,
  CUDNN_ATTR_ENGINEHEUR_OPERATION_GRAPH = 201,
  CUDNN_ATTR_ENGINEHEUR_RESULTS = 202,
  CUDNN_ATTR_ENGINEHEUR_SM_COUNT_TARGET = 203,
  CUDNN_ATTR_ENGINEHEUR_DEVICEPROP = 204,
  CUDNN_ATTR_ENGINECFG_ENGINE = 300,
  CUDNN_ATTR_ENGINECFG_KNOB_CHOICES = 302,
  CUDNN_ATTR_EXECUTION_PLAN_HANDLE = 400,
  CUDNN_ATTR_EXECUTION_PLAN_ENGINE_CONFIG = 401,
  CUDNN_ATTR_EXECUTION_PLAN_JSON_REPRESENTATION = 405,
  CUDNN_ATTR_KNOB_CHOICE_KNOB_TYPE = 600,
  CUDNN_ATTR_KNOB_CHOICE_KNOB_VALUE = 601,
  CUDNN_ATTR_OPERATIONGRAPH_HANDLE = 800,
  CUDNN_ATTR_OPERATIONGRAPH_OPS = 801,
  CUDNN_ATTR_TENSOR_DATA_TYPE = 901,
  CUDNN_ATTR_TENSOR_DIMENSIONS = 902,
  CUDNN_ATTR_TENSOR_UNIQUE_ID = 906,
  CUDNN_ATTR_TENSOR_IS_VIRTUAL = 907,
  CUDNN_ATTR_ENGINE_OPERATION_GRAPH = 1300,
  CUDNN_ATTR_ENGINE_GLOBAL_INDEX = 1301,
  CUDNN_ATTR_ENGINE_NUMERICAL_NOTE = 1303,
  CUDNN_ATTR_ENGINE_SM_COUNT_TARGET = 1306,
  CUDNN_ATTR_ENGINE_DEVICEPROP = 1307,
  CUDNN_ATTR_OPERATION_MATMUL_CDESC = 1522,
  CUDNN_ATTR_REDUCTION_OPERATOR = 1600,
  CUDNN_ATTR_REDUCTION_COMP_TYPE = 1601,
  CUDNN_ATTR_REDUCTION_IS_DETERMINISTIC = 1602,  // cuDNN 9.11
  CUDNN_ATTR_OPERATION_REDUCTION_XDESC = 1610,
  CUDNN_ATTR_OPERATION_REDUCTION_YDESC = 1611,
  CUDNN_ATTR_OPERATION_REDUCTION_DESC = 1612,
  CUDNN_ATTR_DEVICEPROP_HANDLE = 2701,               // cuDNN 9.8
  CUDNN_ATTR_DEVICEPROP_JSON_REPRESENTATION = 2702,  // cuDNN 9.8
};

enum cudnnBackendAttributeType_t : int {
  CUDNN_TYPE_HANDLE = 0,
  CUDNN_TYPE_BOOLEAN = 2,
  CUDNN_TYPE_INT64 = 3,
  CUDNN_TYPE_DOUBLE = 5,
  CUDNN_TYPE_VOID_PTR = 6,
  CUDNN_TYPE_HEUR_MODE = 8,
  CUDNN_TYPE_KNOB_TYPE = 9,
  CUDNN_TYPE_NUMERICAL_NOTE = 11,
  CUDNN_TYPE_BACKEND_DESCRIPTOR = 15,
  CUDNN_TYPE_CHAR = 24,
  CUDNN_TYPE_FRACTION = 26,
};

enum cudnnReduceTensorOp_t : int {
  CUDNN_REDUCE_TENSOR_ADD = 0,
  CUDNN_REDUCE_TENSOR_MIN = 2,
  CUDNN_REDUCE_TENSOR_MAX = 3,
  CUDNN_REDUCE_TENSOR_AMAX = 4,
};

enum cudnnDataType_t : int {
  CUDNN_DATA_FLOAT = 0,
  CUDNN_DATA_INT32 = 4,
  CUDNN_DATA_INT64 = 10,
};

enum cudnnBackendNumericalNote_t : int { CUDNN_NUMERICAL_NOTE_NONDETERMINISTIC = 4 };

enum cudnnBackendHeurMode_t : int {
  CUDNN_HEUR_MODE_INSTANT = 0,
  CUDNN_HEUR_MODE_B = 1,
  CUDNN_HEUR_MODE_FALLBACK = 2,
  CUDNN_HEUR_MODE_A = 3,
};

using cudnnBackendCreateDescriptor = cudnnStatus_t(cudnnBackendDescriptorType_t type,
                                                   cudnnBackendDescriptor_t* descriptor);
using cudnnBackendDestroyDescriptor = cudnnStatus_t(cudnnBackendDescriptor_t descriptor);
using cudnnBackendFinalize = cudnnStatus_t(cudnnBackendDescriptor_t descriptor);
using cudnnBackendSetAttribute = cudnnStatus_t(cudnnBackendDescriptor_t descriptor,
                                               cudnnBackendAttributeName_t name,
                                               cudnnBackendAttributeType_t type, int64_t count,
                                               const void* elements);
using cudnnBackendGetAttribute = cudnnStatus_t(cudnnBackendDescriptor_t descriptor,
                                               cudnnBackendAttributeName_t name,
                                               cudnnBackendAttributeType_t type, int64_t requested,
                                               int64_t* count, void* elements);
using cudnnBackendExecute = cudnnStatus_t(cudnnHandle_t handle, cudnnBackendDescriptor_t plan,
                                          cudnnBackendDescriptor_t variant_pack);
using cudnnBackendPopulateCudaGraph = cudnnStatus_t(cudnnHandle_t handle,
                                                    cudnnBackendDescriptor_t plan,
                                                    cudnnBackendDescriptor_t variant_pack,
                                                    cudaGraph_t graph);
using cudnnBackendUpdateCudaGraph = cudnnBackendPopulateCudaGraph;

}  // namespace detshim::abi
