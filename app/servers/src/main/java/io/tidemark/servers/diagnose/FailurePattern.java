package io.tidemark.servers.diagnose;

import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Pattern;

/**
 * Lines by which servers say why they end. In the order in which they are looked for: an earlier one wins over a later one.
 */
public enum FailurePattern {
    /** PyTorch: {@code torch.OutOfMemoryError}, before 2.5 {@code torch.cuda.OutOfMemoryError}; pytorch/pytorch:c10/cuda/CUDACachingAllocator.cpp. */
    TORCH_OUT_OF_MEMORY(
            ServerFailure.OUT_OF_MEMORY,
            "OutOfMemoryError: (CUDA|HIP|XPU)? ?out of memory|CUDA out of memory\\. Tried"),
    /**
     * The CUDA runtime's text of cudaErrorMemoryAllocation, as PyTorch, llama.cpp and NCCL print it; with the call in TensorRT-LLM, and a place
     * in LMDeploy; NVIDIA/TensorRT-LLM#260, OpenGVLab/InternVL#538.
     */
    CUDA_OUT_OF_MEMORY(
            ServerFailure.OUT_OF_MEMORY,
            "CUDA (runtime )?error( in .*)?: out of memory|cudaMalloc failed: out of memory|CUBLAS_STATUS_ALLOC_FAILED"),
    /** vLLM: vllm/v1/core/kv_cache_utils.py; vllm-project/vllm#2248, #17431. */
    VLLM_NO_CACHE_BLOCKS(ServerFailure.OUT_OF_MEMORY, "No available memory for the cache blocks"),
    /** vLLM: vllm/v1/core/kv_cache_utils.py, whose words changed from "models's" to "model's". */
    VLLM_CACHE_TOO_SMALL(
            ServerFailure.OUT_OF_MEMORY, "KV cache is needed, which is larger than the available KV cache memory"),
    /** vLLM before V1: vllm/worker/worker.py. */
    VLLM_MODEL_LEN_OVER_CACHE(
            ServerFailure.OUT_OF_MEMORY,
            "max seq len \\(\\d+\\) is larger than the maximum number of tokens that can be stored in KV cache"),
    /** vLLM: vllm/v1/worker/gpu_worker.py; vllm-project/vllm#20305. */
    VLLM_MEMORY_IN_USE(
            ServerFailure.OUT_OF_MEMORY,
            "Free memory on device .* on startup is less than desired GPU memory utilization"),
    /** SGLang: python/sglang/srt/model_executor/model_runner.py; sgl-project/sglang#322, #4330. */
    SGLANG_NOT_ENOUGH_MEMORY(
            ServerFailure.OUT_OF_MEMORY, "Not enough memory\\. Please try to increase --mem-fraction-static"),
    /** TGI: server/text_generation_server/models/flash_causal_lm.py; huggingface/text-generation-inference#755, #710. */
    TGI_NOT_ENOUGH_MEMORY(ServerFailure.OUT_OF_MEMORY, "Not enough memory to handle \\d+ (prefill|total) tokens"),
    /** TensorRT-LLM: tensorrt_llm/_torch/pyexecutor/py_executor_creator.py; NVIDIA/TensorRT-LLM#5872. */
    TENSORRT_NOT_ENOUGH_MEMORY(ServerFailure.OUT_OF_MEMORY, "Executor creation failed due to insufficient GPU memory"),
    /**
     * llama.cpp, and Ollama with it, whatever the device: src/llama-model.cpp, src/llama-kv-cache.cpp, ggml/src/ggml-alloc.c;
     * ggml-org/llama.cpp#7366, ollama/ollama#11265.
     */
    LLAMA_BUFFER(
            ServerFailure.OUT_OF_MEMORY,
            "unable to allocate \\w+ buffer|failed to allocate (\\w+ )?buffer (for kv cache|of size)|failed to allocate compute (pp )?buffers"),
    /** Apple's Metal, as MLX and llama.cpp print it, and PyTorch's MPS; ml-explore/mlx#479, ggml-org/llama.cpp#9701. */
    METAL_OUT_OF_MEMORY(
            ServerFailure.OUT_OF_MEMORY,
            "kIOGPUCommandBufferCallbackErrorOutOfMemory|\\[METAL\\] Command buffer execution failed: Insufficient Memory|MPS backend out of memory"),
    /** Ollama: llm/server.go; ollama/ollama#10920. */
    OLLAMA_NOT_ENOUGH_MEMORY(
            ServerFailure.OUT_OF_MEMORY, "model requires more system memory \\(.*\\) than is available"),
    /** Python's MemoryError, C++'s bad_alloc and the kernel's ENOMEM. */
    HOST_OUT_OF_MEMORY(
            ServerFailure.OUT_OF_MEMORY,
            "^MemoryError|std::bad_alloc|Cannot allocate memory|java\\.lang\\.OutOfMemoryError"),

    /** Python's asyncio, uvicorn and vLLM's own bind, see errno(3) EADDRINUSE; vllm-project/vllm#9763, #7514. */
    ADDRESS_IN_USE(ServerFailure.PORT_IN_USE, "(?i)address already in use|EADDRINUSE"),
    /** llama.cpp: tools/server/server-http.cpp. */
    LLAMA_BIND(ServerFailure.PORT_IN_USE, "couldn't bind (HTTP )?server socket"),
    /** dockerd: a published port that another process has. */
    DOCKER_PORT(ServerFailure.PORT_IN_USE, "port is already allocated"),

    /** Python's argparse, which vLLM and SGLang read their flags with; vllm-project/vllm#22072, #8273. */
    ARGPARSE_UNKNOWN(ServerFailure.BAD_FLAG, "error: unrecognized arguments: "),
    /** Python's argparse, for a value; e.g. {@code invalid choice}, {@code invalid int value}, {@code expected one argument}. */
    ARGPARSE_VALUE(
            ServerFailure.BAD_FLAG, "error: (ambiguous option: |argument -|the following arguments are required: )"),
    /** Python's click and typer, plain or in the box that rich draws; also cobra of Go. */
    CLICK(
            ServerFailure.BAD_FLAG,
            "^(Error: |[│|] )(Invalid value for |No such option|Missing (argument|option|parameter)|Got unexpected extra argument"
                    + "|Option \\S+ (requires|does not take)|unknown (shorthand )?flag: |invalid argument \".*\" for \"-)"),
    /** Go's package flag. */
    GO_FLAG(
            ServerFailure.BAD_FLAG,
            "^(flag provided but not defined: -|invalid value \".*\" for flag -|flag needs an argument: )"),
    /** Rust's clap, which TGI's launcher and Dynamo read their flags with. */
    CLAP_UNKNOWN(ServerFailure.BAD_FLAG, "error: (unexpected argument '|invalid value '.*' for '-|Found argument ')"),
    /** llama.cpp: common/arg.cpp. */
    LLAMA_ARGUMENT(ServerFailure.BAD_FLAG, "^error: invalid argument: -|error while handling argument \"-"),
    /** vLLM: its configuration classes are checked by pydantic since 0.10. */
    VLLM_CONFIG(ServerFailure.BAD_FLAG, "validation errors? for (\\w*Config|\\w*Args)\\b"),

    /** transformers: src/transformers/utils/hub.py. */
    HUB_NO_MODEL(ServerFailure.MODEL_NOT_FOUND, "is not a local folder and is not a valid model identifier"),
    /** huggingface_hub: utils/_http.py. */
    HUB_NOT_FOUND(ServerFailure.MODEL_NOT_FOUND, "(RepositoryNotFoundError|Repository Not Found for url)"),
    /** huggingface_hub: utils/_validators.py, as an exception; vLLM logs the same text as a warning, too. */
    HUB_NAME(ServerFailure.MODEL_NOT_FOUND, "HFValidationError: Repo id must be"),
    /** huggingface_hub: a model whose terms were not accepted. */
    HUB_GATED(ServerFailure.MODEL_NOT_FOUND, "GatedRepoError|Cannot access gated repo"),
    /** vLLM: vllm/transformers_utils/config.py, e.g. for a folder without config.json. */
    VLLM_NO_CONFIG(ServerFailure.MODEL_NOT_FOUND, "Invalid repository ID or local directory specified"),
    /** mlx_lm: utils.py, for a folder without weights; mzbac/mlx-llm-server#1. */
    MLX_NO_WEIGHTS(ServerFailure.MODEL_NOT_FOUND, "No safetensors found in "),
    /** llama.cpp: ggml/src/gguf.cpp. */
    LLAMA_NO_FILE(ServerFailure.MODEL_NOT_FOUND, "failed to open GGUF file"),

    /** setsid(1) and sh(1). */
    NO_COMMAND(
            ServerFailure.COMMAND_NOT_FOUND,
            "^setsid: failed to execute .*: No such file|^(sh|env|bash): .*: not found$"),
    /** runc and crun: the image has no such program. */
    NO_COMMAND_IN_CONTAINER(ServerFailure.COMMAND_NOT_FOUND, "executable file .*not found in \\$PATH");

    private final ServerFailure failure;
    private final Pattern pattern;

    FailurePattern(ServerFailure failure, String expression) {
        this.failure = failure;
        this.pattern = Pattern.compile(expression);
    }

    public ServerFailure failure() {
        return failure;
    }

    /** The first that a line holds. */
    public static Optional<FailurePattern> of(String line) {
        return Arrays.stream(values())
                .filter(it -> it.pattern.matcher(line).find())
                .findFirst();
    }
}
