"""Builds operation graphs through cudnn-frontend, as frameworks do, up to a finalized plan, without a device.

  frontend_graphs.py DEVICE.json GRAPH...

Prints for each graph how many plans the frontend may choose from, and how many of them are of an engine that cuDNN notes as
nondeterministic; or that no plan could be built. What the frontend says then is on standard error.
"""
import json
import sys
from pathlib import Path

import cudnn

HALF, BFLOAT16, FLOAT, DOUBLE = (getattr(cudnn.data_type, name) for name in ("HALF", "BFLOAT16", "FLOAT", "DOUBLE"))
A, FALLBACK = cudnn.heur_mode.A, cudnn.heur_mode.FALLBACK
PROPERTIES = Path(sys.argv[1]).read_text()
DEVICE = cudnn.create_device_properties(PROPERTIES)
CAPABILITY = json.loads(PROPERTIES)["deviceVer"] // 10

# cuDNN 9.19 notes these two as nondeterministic, and no others.
NOTED = {"dgrad": 25, "wgrad": 20, "wgrad_f64": 20}

CONVOLUTION = {"padding": [1, 1], "stride": [1, 1], "dilation": [1, 1]}
IMAGE, FILTER, OUTPUT = [16, 128, 64, 64], [256, 128, 3, 3], [16, 256, 64, 64]
ATTENTION = [4, 16, 1024, 64]  # batch, heads, length, width


def packed(dimensions):
    strides = [1]
    for dimension in reversed(dimensions[1:]):
        strides.insert(0, strides[0] * dimension)
    return strides


def channels_last(dimensions):
    n, c, h, w = dimensions
    return [c * h * w, 1, c * w, c]


class Graph:
    def __init__(self, io=HALF, compute=FLOAT, modes=(A, FALLBACK)):
        self.modes = list(modes)
        self.graph = cudnn.pygraph(io_data_type=io, intermediate_data_type=compute, compute_data_type=compute,
                                   device_property=DEVICE, sm_version=CAPABILITY)

    def tensor(self, dimensions, strides=packed, **more):
        return self.graph.tensor(dim=dimensions, stride=strides(dimensions), **more)

    def image(self, dimensions):
        return self.tensor(dimensions, channels_last)

    def output(self, tensor, dimensions=None, strides=packed):
        tensor.set_output(True)
        if dimensions:
            tensor.set_dim(dimensions).set_stride(strides(dimensions))

    def build(self):
        self.graph.validate()
        self.graph.build_operation_graph()
        self.graph.create_execution_plans(self.modes)
        self.graph.build_plans()  # check_support would ask for the current device
        count = self.graph.get_execution_plan_count()
        return [self.graph.get_plan_name_at_index(i) for i in range(count)]


def fprop():
    g = Graph()
    g.output(g.graph.conv_fprop(image=g.image(IMAGE), weight=g.image(FILTER), **CONVOLUTION))
    return g


def dgrad():
    g = Graph(BFLOAT16)
    g.output(g.graph.conv_dgrad(loss=g.image(OUTPUT), filter=g.image(FILTER), **CONVOLUTION), IMAGE, channels_last)
    return g


def wgrad(io=HALF, compute=FLOAT, strides=channels_last, modes=(A, FALLBACK)):
    g = Graph(io, compute, modes)
    loss, image = g.tensor(OUTPUT, strides), g.tensor(IMAGE, strides)
    g.output(g.graph.conv_wgrad(loss=loss, image=image, **CONVOLUTION), FILTER, strides)
    return g


def wgrad_f64():  # list A holds a noted engine alone, and nothing else is asked for
    return wgrad(DOUBLE, DOUBLE, packed, [A])


def matmul():
    g = Graph()
    g.output(g.graph.matmul(A=g.tensor([1, 1024, 512]), B=g.tensor([1, 512, 2048])))
    return g


def layernorm():
    g = Graph()
    scale, bias = (g.tensor([1, 1024, 1, 1], data_type=FLOAT) for _ in range(2))
    epsilon = g.tensor([1, 1, 1, 1], is_pass_by_value=True, data_type=FLOAT)
    outputs = g.graph.layernorm(norm_forward_phase=cudnn.norm_forward_phase.TRAINING, input=g.image([4096, 1024, 1, 1]),
                                scale=scale, bias=bias, epsilon=epsilon)
    for output, kind in zip(outputs, (HALF, FLOAT, FLOAT)):
        g.output(output)
        output.set_data_type(kind)
    return g


def reduction():
    g = Graph(FLOAT)
    g.output(g.graph.reduction(g.image([16, 64, 32, 32]), mode=cudnn.reduction_mode.ADD), [1, 64, 1, 1], channels_last)
    return g


def matmul_reduction():
    g = Graph()
    product = g.graph.matmul(A=g.tensor([1, 1024, 512]), B=g.tensor([1, 512, 2048]))
    product.set_data_type(FLOAT)
    total = g.graph.reduction(product, mode=cudnn.reduction_mode.ADD)
    g.output(total, [1, 1, 2048])
    total.set_data_type(FLOAT)
    return g


def sdpa():
    g = Graph()
    output, statistics = g.graph.sdpa(q=g.tensor(ATTENTION), k=g.tensor(ATTENTION), v=g.tensor(ATTENTION), attn_scale=0.125,
                                      use_causal_mask=True, generate_stats=True)
    g.output(output, ATTENTION)
    g.output(statistics)
    statistics.set_data_type(FLOAT)
    return g


def sdpa_backward(deterministic=False, heads_of_keys=ATTENTION[1]):
    g = Graph()
    keys = [ATTENTION[0], heads_of_keys, *ATTENTION[2:]]
    q, o, loss = (g.tensor(ATTENTION) for _ in range(3))
    k, v = (g.tensor(keys) for _ in range(2))
    statistics = g.tensor([*ATTENTION[:3], 1], data_type=FLOAT)
    gradients = g.graph.sdpa_backward(q=q, k=k, v=v, o=o, dO=loss, stats=statistics, attn_scale=0.125,
                                      use_causal_mask=True, use_deterministic_algorithm=deterministic)
    for gradient, dimensions in zip(gradients, (ATTENTION, keys, keys)):
        g.output(gradient, dimensions)
    return g


def sdpa_backward_deterministic():
    return sdpa_backward(True)


def sdpa_backward_shared_keys():  # several heads of queries to one of keys
    return sdpa_backward(heads_of_keys=4)


def sdpa_backward_shared_keys_deterministic():
    return sdpa_backward(True, heads_of_keys=4)


def main():
    for name in sys.argv[2:]:
        try:
            plans = globals()[name]().build()
        except (RuntimeError, cudnn.cudnnGraphNotSupportedError) as problem:
            print(f"{name}: no plan")
            print(problem, file=sys.stderr)
            continue
        noted = sum(plan.startswith(f"eng{NOTED.get(name)}_") or plan == f"eng{NOTED.get(name)}" for plan in plans)
        print(f"{name}: {len(plans)} plans, {noted} noted", flush=True)


main()
