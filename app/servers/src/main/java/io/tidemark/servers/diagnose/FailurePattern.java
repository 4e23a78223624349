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
     * The CUDA runtime's text of cudaErrorMemoryAllocation, as PyTorch, llama.cpp and NCCL print it; with the call in TensorRT-LLM, a place
     * in LMDeploy, and the driver's name of it in Rust; NVIDIA/TensorRT-LLM#260, OpenGVLab/InternVL#538, EricLBuehler/mistral.rs#49.
     */
    CUDA_OUT_OF_MEMORY(
            ServerFailure.OUT_OF_MEMORY,
            "(CUDA|HIP|ROCm) (runtime )?error( in .*)?: out of memory|cudaMalloc failed: out of memory|CUDA_ERROR_OUT_OF_MEMORY"
                    + "|Cuda failure (\\d+ )?'out of memory'|CUBLAS_STATUS_ALLOC_FAILED"),
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
    /** Python's MemoryError, C++'s bad_alloc, the allocators of Rust and Go, and the kernel's ENOMEM; a page that cannot be locked is a warning. */
    HOST_OUT_OF_MEMORY(
            ServerFailure.OUT_OF_MEMORY,
            "^MemoryError|std::bad_alloc|^(?!.*mlock).*[Cc]annot allocate memory|java\\.lang\\.OutOfMemoryError"
                    + "|memory allocation of \\d+ bytes failed|runtime: out of memory"),

    /** Python's asyncio, uvicorn and vLLM's own bind, see errno(3) EADDRINUSE; vllm-project/vllm#9763, #7514. */
    ADDRESS_IN_USE(ServerFailure.PORT_IN_USE, "(?i)address already in use|EADDRINUSE"),
    /** llama.cpp: tools/server/server-http.cpp. */
    LLAMA_BIND(ServerFailure.PORT_IN_USE, "couldn't bind (HTTP |to )?server socket"),
    /** SGLang: python/sglang/srt/utils, of a port that it needs beside its own; gpustack/gpustack#5842. */
    SGLANG_PORT(ServerFailure.PORT_IN_USE, "port at \\d+ is not available in \\d+ seconds"),
    /** dockerd: a published port that another process has. */
    DOCKER_PORT(ServerFailure.PORT_IN_USE, "port is already allocated"),

    /** Python's argparse, which vLLM and SGLang read their flags with; vllm-project/vllm#22072, #8273. */
    ARGPARSE_UNKNOWN(ServerFailure.BAD_FLAG, "error: unrecognized arguments: "),
    /** Python's argparse, for a value; e.g. {@code invalid choice}, {@code invalid int value}, {@code expected one argument}. */
    ARGPARSE_VALUE(
            ServerFailure.BAD_FLAG,
            "error: (ambiguous option: |argument [^\\s:][^:]*: |the following arguments are required: |one of the arguments .* is required)"),
    /** Python's click and typer, plain or in the box that rich draws; also cobra of Go. */
    CLICK(
            ServerFailure.BAD_FLAG,
            "^(Error: |[│|] )(Invalid value(:| for) |No such (option|command)|Missing (argument|option|parameter)|Got unexpected extra argument"
                    + "|Option \\S+ (requires|does not take)|unknown (shorthand )?flag: |unknown command \"|flag needs an argument: "
                    + "|required flag\\(s\\) |invalid argument \".*\" for \"-)"),
    /** Go's package flag. */
    GO_FLAG(
            ServerFailure.BAD_FLAG,
            "^(flag provided but not defined: -|invalid value \".*\" for flag -|flag needs an argument: )"),
    /** Rust's clap 2 to 4, which TGI's launcher, mistral.rs and Dynamo read their flags with; clap_builder/src/error/format.rs. */
    CLAP(
            ServerFailure.BAD_FLAG,
            "error: (unexpected argument '|Found argument '|[Ii]nvalid value ['\"].*['\"] for ['\"]|\".*\" isn't a valid value for '"
                    + "|a value is required for '|equal sign is needed when assigning values to '|\\d+ (more )?values? required (for|by) '"
                    + "|unexpected value '|unrecognized subcommand '|[Tt]he argument '|[Tt]he following required arguments were not provided)"),
    /** llama.cpp: common/arg.cpp; before it, and in its forks, common/common.cpp. */
    LLAMA_ARGUMENT(
            ServerFailure.BAD_FLAG,
            "^error: (invalid argument|unknown argument|invalid parameter for argument): |error while handling argument \"-"),

    /** transformers: src/transformers/utils/hub.py; vllm-project/vllm#8262. */
    HUB_NO_MODEL(
            ServerFailure.MODEL_NOT_FOUND,
            "is not a local folder and is not a valid model identifier|Incorrect path_or_model_id: "
                    + "|does not appear to have a file named (config\\.json|model\\.safetensors|pytorch_model)"),
    /** huggingface_hub: utils/_http.py. */
    HUB_NOT_FOUND(ServerFailure.MODEL_NOT_FOUND, "(RepositoryNotFoundError|Repository Not Found for url)"),
    /** huggingface_hub: utils/_validators.py, as an exception; vLLM logs the same text as a warning, too; sgl-project/sglang#302. */
    HUB_NAME(ServerFailure.MODEL_NOT_FOUND, "HFValidationError: Repo id must "),
    /** huggingface_hub: a model whose terms were not accepted. */
    HUB_GATED(ServerFailure.MODEL_NOT_FOUND, "GatedRepoError|Cannot access gated repo"),
    /** vLLM: vllm/transformers_utils/config.py, e.g. for a folder without config.json. */
    VLLM_NO_CONFIG(ServerFailure.MODEL_NOT_FOUND, "Invalid repository ID or local directory specified"),
    /** vLLM: vllm/model_executor/model_loader/default_loader.py; SGLang: python/sglang/srt/model_loader/loader.py; for a folder without weights. */
    VLLM_NO_WEIGHTS(ServerFailure.MODEL_NOT_FOUND, "Cannot find any model weights with "),
    /** TGI: server/text_generation_server/utils/hub.py. */
    TGI_NO_WEIGHTS(
            ServerFailure.MODEL_NOT_FOUND,
            "No local weights found in |EntryNotFoundError: No \\.\\w+ weights found for model"),
    /** mlx_lm: utils.py, also for a folder without weights; mzbac/mlx-llm-server#1. */
    MLX_NO_MODEL(ServerFailure.MODEL_NOT_FOUND, "No safetensors found in |Model not found for path or HF repo: "),
    /** llama.cpp: ggml/src/gguf.cpp, and of a repository of Hugging Face common/hf-cache.cpp; vtuber-plan/olah#85. */
    LLAMA_NO_FILE(
            ServerFailure.MODEL_NOT_FOUND,
            "failed to open GGUF file|gguf_init_from_file: failed to open '.*No such file|get_repo_commit: error: GET failed \\(40[134]\\)"),
    /** Ollama: server/images.go. */
    OLLAMA_NO_MODEL(ServerFailure.MODEL_NOT_FOUND, "pull model manifest: file does not exist"),

    /**
     * More GPUs than there are, as vLLM, TensorRT-LLM, TGI and CUDA refuse it; vllm-project/vllm#15217, NVIDIA/TensorRT-LLM#2594,
     * triton-inference-server/tensorrtllm_backend#283, sgl-project/sglang#6072.
     */
    TOO_FEW_GPUS(
            ServerFailure.BAD_FLAG,
            "World size \\(\\d+\\) is larger than the number of available GPUs|world_size \\(\\d+\\) is less than than max local gpu count"
                    + "|Only \\d+ GPUs are available, but \\d+ are required|Number of GPUs per node \\d+ must be at least as large as TP"
                    + "|NotEnoughCUDADevices|CUDA error: invalid device ordinal"),
    /** vLLM, and SGLang with it: a flag that does not go with the model or the GPU; vllm/config/model.py, vllm-project/vllm#19050. */
    VLLM_VALUE(
            ServerFailure.BAD_FLAG,
            "torch\\.\\w+ is not supported for quantization method|does not match the quantization method specified in the `quantization`"
                    + "|quantization method \\S+ is not supported for the current GPU|Bfloat16 is only supported on GPUs with compute capability"
                    + "|must be divisible by tensor parallel size \\("),
    /** vLLM: what its configuration classes, which pydantic checks since 0.10, say of a value; also of a model that is not there. */
    VLLM_CONFIG_VALUE(ServerFailure.BAD_FLAG, "^(\\(.*\\))?\\s*(Value error, |Input should be )"),
    /** vLLM: the line above what pydantic says, which names the class alone. */
    VLLM_CONFIG(ServerFailure.BAD_FLAG, "validation errors? for (\\w*Config|\\w*Args)\\b"),

    /** setsid(1) and sh(1). */
    NO_COMMAND(
            ServerFailure.COMMAND_NOT_FOUND,
            "^setsid: failed to execute .*: No such file|^(sh|env|bash): .*: not found$"),
    /** runc and crun: the image has no such program. */
    NO_COMMAND_IN_CONTAINER(ServerFailure.COMMAND_NOT_FOUND, "executable file .*not found in \\$PATH"),

    /**
     * SIGKILL of a process that Ollama or TGI has started and waits for, as the kernel sends it when the machine has no memory left;
     * huggingface/text-generation-inference#451. Last, for any other reason says more.
     */
    PROCESS_KILLED(
            ServerFailure.OUT_OF_MEMORY,
            "llama runner process has terminated: signal: killed|(Shard|Download) process was signaled to shutdown with signal 9\\b");

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
