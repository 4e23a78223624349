package io.tidemark.servers.diagnose;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Each pattern with a line as its server prints it. */
final class FailurePatternTest {
    private static final Map<FailurePattern, String> LINES = lines();

    private static Map<FailurePattern, String> lines() {
        Map<FailurePattern, String> lines = new EnumMap<>(FailurePattern.class);
        lines.put(
                FailurePattern.TORCH_OUT_OF_MEMORY,
                "torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 1.96 GiB. GPU 0 has a total capacity of 79.11 GiB");
        lines.put(FailurePattern.CUDA_OUT_OF_MEMORY, "RuntimeError: CUDA error: out of memory");
        lines.put(
                FailurePattern.VLLM_NO_CACHE_BLOCKS,
                "ValueError: No available memory for the cache blocks. Try increasing `gpu_memory_utilization` when initializing the engine.");
        lines.put(
                FailurePattern.VLLM_CACHE_TOO_SMALL,
                "ValueError: To serve at least one request with the models's max seq len (40960), (4.38 GiB KV cache is needed, which is"
                        + " larger than the available KV cache memory (1.0 GiB).");
        lines.put(
                FailurePattern.VLLM_MODEL_LEN_OVER_CACHE,
                "ValueError: The model's max seq len (32768) is larger than the maximum number of tokens that can be stored in KV cache (9328).");
        lines.put(
                FailurePattern.VLLM_MEMORY_IN_USE,
                "ValueError: Free memory on device (31.44/47.38 GiB) on startup is less than desired GPU memory utilization (0.95, 45.01 GiB).");
        lines.put(
                FailurePattern.SGLANG_NOT_ENOUGH_MEMORY,
                "RuntimeError: Not enough memory. Please try to increase --mem-fraction-static.");
        lines.put(
                FailurePattern.TGI_NOT_ENOUGH_MEMORY,
                "RuntimeError: Not enough memory to handle 4096 prefill tokens. You need to decrease `--max-batch-prefill-tokens`");
        lines.put(
                FailurePattern.LLAMA_BUFFER, "llama_model_load: error loading model: unable to allocate CUDA0 buffer");
        lines.put(
                FailurePattern.METAL_OUT_OF_MEMORY,
                "RuntimeError: MPS backend out of memory (MPS allocated: 17.9 GB, max allowed: 18.1 GB).");
        lines.put(
                FailurePattern.OLLAMA_NOT_ENOUGH_MEMORY,
                "Error: model requires more system memory (164.8 GiB) than is available (13.4 GiB)");
        lines.put(FailurePattern.HOST_OUT_OF_MEMORY, "OSError: [Errno 12] Cannot allocate memory");
        lines.put(
                FailurePattern.ADDRESS_IN_USE,
                "ERROR:    [Errno 98] error while attempting to bind on address ('0.0.0.0', 8000): address already in use");
        lines.put(
                FailurePattern.LLAMA_BIND, "start: couldn't bind HTTP server socket, hostname: 127.0.0.1, port: 8080");
        lines.put(FailurePattern.DOCKER_PORT, "Bind for 0.0.0.0:8000 failed: port is already allocated");
        lines.put(FailurePattern.ARGPARSE_UNKNOWN, "vllm: error: unrecognized arguments: --temperature 0.8");
        lines.put(
                FailurePattern.ARGPARSE_VALUE, "vllm serve: error: argument --max-num-seqs: invalid int value: 'many'");
        lines.put(FailurePattern.CLICK, "Error: Invalid value for '--cb-num-blocks': 'many' is not a valid integer.");
        lines.put(FailurePattern.GO_FLAG, "flag provided but not defined: -max-batch");
        lines.put(FailurePattern.CLAP, "error: unexpected argument '--max-num-seqs' found");
        lines.put(FailurePattern.LLAMA_ARGUMENT, "error: invalid argument: --ctx");
        lines.put(
                FailurePattern.VLLM_CONFIG,
                "pydantic_core._pydantic_core.ValidationError: 1 validation error for SchedulerConfig");
        lines.put(
                FailurePattern.HUB_NO_MODEL,
                "OSError: Qwen/Qwen2.5-0.5B-Instrukt is not a local folder and is not a valid model identifier listed on"
                        + " 'https://huggingface.co/models'");
        lines.put(FailurePattern.HUB_NOT_FOUND, "Repository Not Found for url: https://huggingface.co/api/models/x/y.");
        lines.put(
                FailurePattern.HUB_NAME,
                "huggingface_hub.errors.HFValidationError: Repo id must be in the form 'repo_name' or 'namespace/repo_name': '/models/x'.");
        lines.put(
                FailurePattern.HUB_GATED,
                "Cannot access gated repo for url https://huggingface.co/meta-llama/x/resolve/main/config.json.");
        lines.put(
                FailurePattern.VLLM_NO_CONFIG,
                "ValueError: Invalid repository ID or local directory specified: '/models/x'.");
        lines.put(
                FailurePattern.TENSORRT_NOT_ENOUGH_MEMORY,
                "[TRT-LLM] [RANK 1] [E] Failed to initialize executor on rank 1: Executor creation failed due to insufficient GPU memory.");
        lines.put(FailurePattern.MLX_NO_MODEL, "FileNotFoundError: No safetensors found in /models/llama");
        lines.put(
                FailurePattern.LLAMA_NO_FILE,
                "gguf_init_from_file: failed to open GGUF file '/models/foo.gguf' (No such file or directory)");
        lines.put(
                FailurePattern.SGLANG_PORT,
                "ValueError: metrics_port at 40290 is not available in 30 seconds. metrics_port is used by a process already.");
        lines.put(
                FailurePattern.VLLM_NO_WEIGHTS,
                "RuntimeError: Cannot find any model weights with `/models/mixtral-8x7b`");
        lines.put(
                FailurePattern.TGI_NO_WEIGHTS,
                "FileNotFoundError: No local weights found in /data/llama with extension .safetensors");
        lines.put(FailurePattern.OLLAMA_NO_MODEL, "Error: pull model manifest: file does not exist");
        lines.put(FailurePattern.TOO_FEW_GPUS, "RuntimeError: Only 8 GPUs are available, but 16 are required.");
        lines.put(
                FailurePattern.VLLM_VALUE,
                "ValueError: torch.bfloat16 is not supported for quantization method awq. Supported dtypes: [torch.float16]");
        lines.put(
                FailurePattern.VLLM_CONFIG_VALUE,
                "(APIServer pid=1)   Value error, User-specified max_model_len (65536) is greater than the derived max_model_len");
        lines.put(FailurePattern.PROCESS_KILLED, "Error: llama runner process has terminated: signal: killed");
        lines.put(FailurePattern.NO_COMMAND, "setsid: failed to execute vllm: No such file or directory");
        lines.put(
                FailurePattern.NO_COMMAND_IN_CONTAINER, "exec: \"vllm\": executable file not found in $PATH: unknown.");
        return lines;
    }

    @ParameterizedTest
    @EnumSource
    void lineOfItsServerIsRecognized(FailurePattern pattern) {
        assertThat(FailurePattern.of(LINES.getOrDefault(pattern, ""))).contains(pattern);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "INFO 06-30 13:53:19 [gpu_worker.py:276] Available KV cache memory: 45.01 GiB",
                "WARNING [huggingface.py:1317] Failed to get model SHA. Error: Repo id must be in the form 'repo_name'",
                "INFO:     Application startup complete.",
                "INFO 10-10 api_server.py:527] args: Namespace(port=8000, gpu_memory_utilization=0.9)",
                "warning: failed to mlock 104857600-byte buffer (after previously locking 0 bytes): Cannot allocate memory",
                "WARN text_generation_launcher: No safetensors weights found for model x at revision None. Converting PyTorch weights",
                "time=2025-02-25 level=INFO source=server.go:421 msg=\"llama runner terminated\" error=\"signal: killed\""
            })
    void ordinaryLineIsNoFailure(String line) {
        assertThat(FailurePattern.of(line)).isEmpty();
    }

    /** The lines that decide, of logs in public issues; each with its issue. */
    @ParameterizedTest
    @CsvSource(delimiter = '|', textBlock = """
            sgl-project/sglang#4330 | OUT_OF_MEMORY | RuntimeError: Not enough memory. Please try to increase --mem-fraction-static. Current value: mem_fraction_static=0.7
            huggingface/text-generation-inference#1164 | OUT_OF_MEMORY | ERROR warmup{max_input_length=64 max_prefill_tokens=256}:warmup: text_generation_client: router/client/src/lib.rs:33: Server error: Not enough memory to handle 256 prefill tokens. You need to decrease
            huggingface/text-generation-inference#1354 | OUT_OF_MEMORY | torch.cuda.OutOfMemoryError: CUDA out of memory
            NVIDIA/TensorRT-LLM#5872 | OUT_OF_MEMORY | [07/08/2025-19:47:15] [TRT-LLM] [RANK 1] [E] Failed to initialize executor on rank 1: Executor creation failed due to insufficient GPU memory.
            triton-inference-server/tensorrtllm_backend#281 | OUT_OF_MEMORY | Model 'tensorrt_llm' loading failed with error: version 1 is at UNAVAILABLE state: Internal: unexpected error when creating modelInstanceState: [TensorRT-LLM][ERROR] CUDA runtime error in ::cudaMallocAsync(ptr, n, mCudaStream->get()): out of memory (/app/tensorrt_llm/cpp/tensorrt_llm/runtime/tllmBuffers.h:112)
            ggml-org/llama.cpp#8101 | OUT_OF_MEMORY | ggml_backend_cpu_buffer_type_alloc_buffer: failed to allocate buffer of size 137438953504
            ikawrakow/ik_llama.cpp#235 | OUT_OF_MEMORY | ggml_gallocr_reserve_n: failed to allocate CUDA0 buffer of size 9332334592
            ikawrakow/ik_llama.cpp#235 | OUT_OF_MEMORY | llama_new_context_with_model: failed to allocate compute buffers
            ollama/ollama#11265 | OUT_OF_MEMORY | llama_model_load: error loading model: unable to allocate ROCm0 buffer
            ollama/ollama#3418 | OUT_OF_MEMORY | ggml_gallocr_reserve_n: failed to allocate ROCm0 buffer of size 866125824
            ollama/ollama#3405 | OUT_OF_MEMORY | CUDA error: out of memory
            ollama/ollama#10920 | OUT_OF_MEMORY | Error: model requires more system memory (164.8 GiB) than is available (13.4 GiB)
            ollama/ollama#6257 | OUT_OF_MEMORY | error: Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)
            ml-explore/mlx#479 | OUT_OF_MEMORY | libc++abi: terminating due to uncaught exception of type std::runtime_error: [METAL] Command buffer execution failed: Insufficient Memory (00000008:kIOGPUCommandBufferCallbackErrorOutOfMemory)
            ollama/ollama#707 | PORT_IN_USE | Error: listen tcp 127.0.0.1:11434: bind: address already in use
            OpenGVLab/InternVL#538 | OUT_OF_MEMORY | RuntimeError: [TM][ERROR] CUDA runtime error: out of memory /lmdeploy/src/turbomind/utils/memory_utils.cu:32
            InternLM/lmdeploy#1198 | OUT_OF_MEMORY | CUDA runtime error: out of memory /opt/lmdeploy/src/turbomind/utils/allocator.h:231
            mzbac/mlx-llm-server#1 | MODEL_NOT_FOUND | ERROR:root:No safetensors found in mlx-community:Llama-2-7b-chat-mlx
            ollama/ollama#8447 | OUT_OF_MEMORY | ggml_backend_cuda_buffer_type_alloc_buffer: allocating 35533.34 MiB on device 0: cudaMalloc failed: out of memory
            EricLBuehler/mistral.rs#49 | OUT_OF_MEMORY | {"message":"DriverError(CUDA_ERROR_OUT_OF_MEMORY, \\"out of memory\\")"}
            mikispag/bitiodine#16 | OUT_OF_MEMORY | memory allocation of 23400000000 bytes failed
            huggingface/text-generation-inference#451 | OUT_OF_MEMORY | ERROR text_generation_launcher: Download process was signaled to shutdown with signal 9:
            gpustack/gpustack#5842 | PORT_IN_USE | ValueError: metrics_port at 40290 is not available in 30 seconds. metrics_port is used by a process already. process.name()='sglang'
            sgl-project/sglang#302 | MODEL_NOT_FOUND | huggingface_hub.utils._validators.HFValidationError: Repo id must use alphanumeric chars or '-', '_', '.', '--' and '..' are forbidden
            vllm-project/vllm#8262 | MODEL_NOT_FOUND | OSError: Incorrect path_or_model_id: '/models/x'. Please provide either the path to a local folder or the repo_id of a model on the Hub.
            vtuber-plan/olah#85 | MODEL_NOT_FOUND | 0.00.073.098 E get_repo_commit: error: GET failed (404): Sorry, we can't find the page you are looking for.
            InternLM/lmdeploy#3277 | BAD_FLAG | lmdeploy: error: unrecognized arguments: --tool-call-parser
            sgl-project/sglang#4116 | BAD_FLAG | launch_server.py: error: unrecognized arguments: --enable-reasoning
            vllm-project/vllm#19050 | BAD_FLAG | ValueError: Quantization method specified in the model config (fp8) does not match the quantization method specified in the `quantization` argument (gguf).
            vllm-project/vllm#15217 | BAD_FLAG | RuntimeError: please ensure that world_size (2) is less than than max local gpu count (1)
            NVIDIA/TensorRT-LLM#2594 | BAD_FLAG | RuntimeError: Only 8 GPUs are available, but 16 are required.
            triton-inference-server/tensorrtllm_backend#283 | BAD_FLAG | [TensorRT-LLM][ERROR] Assertion failed: Number of GPUs per node 1 must be at least as large as TP (4) * PP (1)
            sgl-project/sglang#6072 | BAD_FLAG | RuntimeError: CUDA error: invalid device ordinal
            transformerlab/transformerlab-app#226 | PORT_IN_USE | ERROR:    [Errno 48] error while attempting to bind on address ('::1', 21002, 0, 0): address already in use
            """)
    void aStartThatFailedForSomebodyIsTold(String issue, ServerFailure failure, String line) {
        assertThat(FailurePattern.of(line).map(FailurePattern::failure))
                .as(issue)
                .contains(failure);
    }

    @Test
    void memoryWinsOverWhatFollowsFromIt() {
        OutputScan scan = new OutputScan(Optional.empty());
        scan.line("ERROR: [Errno 98] address already in use");
        scan.line("torch.OutOfMemoryError: CUDA out of memory. Tried to allocate 2 GiB");

        ServerEnd end = EndClassifier.classify(false, OptionalInt.of(1), scan.failure(), List.of("x"));

        assertThat(end.failure()).isEqualTo(ServerFailure.OUT_OF_MEMORY);
        assertThat(end.reason()).startsWith("torch.OutOfMemoryError");
        assertThat(end.lastLines()).containsExactly("x");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "Error: No such option: --max-batch (Possible options: --max-batch-size)",
                "Error: Missing argument 'MODEL'.",
                "Error: Got unexpected extra argument (x)",
                "Error: Option '--port' requires an argument.",
                "│ No such option: --max-batch                        │",
                "│ Invalid value for '--port': 'x' is not a valid     │",
                "Error: unknown flag: --max-batch",
                "Error: invalid argument \"x\" for \"--port\" flag: strconv",
                "invalid value \"x\" for flag -port: parse error",
                "Error: flag needs an argument: --port",
                "Error: required flag(s) \"model\" not set",
                "error: the following required arguments were not provided:",
                "error: The following required arguments were not provided:",
                "error: a value is required for '--port <PORT>' but none was supplied",
                "error: The argument '--port <PORT>' requires a value but none was supplied",
                "error: invalid value 'x' for '--quantize <QUANTIZE>'",
                "error: invalid value 'x' for '<MODEL>': no such kind",
                "error: Invalid value \"x\" for '--port <PORT>': invalid digit found in string",
                "error: \"x\" isn't a valid value for '--quantize <QUANTIZE>'",
                "error: the argument '--port <PORT>' cannot be used multiple times",
                "error: unexpected argument '--max-batch' found",
                "lmdeploy: error: argument command: invalid choice: 'sreve' (choose from serve)",
                "launch_server.py: error: argument --dtype: invalid choice: 'x' (choose from 'auto', 'half')",
                "launch_server.py: error: argument --port: expected one argument",
                "error: unknown argument: -mtp",
                "error: invalid parameter for argument: -ngl",
                "Error: NotEnoughCUDADevices(\"`sharded` is true but only found 1 CUDA devices\")",
                "  Value error, World size (2) is larger than the number of available GPUs (1) in this",
                "ValueError: Bfloat16 is only supported on GPUs with compute capability of at least 8.0. Your Tesla T4 GPU has 7.5",
                "ValueError: Total number of attention heads (32) must be divisible by tensor parallel size (3)."
            })
    void wrongFlagIsRecognized(String line) {
        assertThat(FailurePattern.of(line).map(FailurePattern::failure)).contains(ServerFailure.BAD_FLAG);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "RuntimeError: HIP error: out of memory",
                "ROCm error: out of memory",
                "NCCL WARN Cuda failure 2 'out of memory'",
                "runtime: out of memory: cannot allocate 8589934592-byte block (3997696 in use)",
                "fatal error: runtime: cannot allocate memory",
                "ERROR shard-manager: text_generation_launcher: Shard process was signaled to shutdown with signal 9 rank=0"
            })
    void memoryThatRanOutIsRecognizedWhateverAllocatesIt(String line) {
        assertThat(FailurePattern.of(line).map(FailurePattern::failure)).contains(ServerFailure.OUT_OF_MEMORY);
    }

    /** vLLM since 0.10 wraps what it finds in an error of pydantic, whose first line names a class of the configuration alone. */
    @Test
    void wordsOfPydanticDecideBeforeTheClassThatItNames() {
        String first = "pydantic_core._pydantic_core.ValidationError: 1 validation error for ModelConfig";
        OutputScan missing = new OutputScan(Optional.empty());
        missing.line(first);
        missing.line("  Value error, Invalid repository ID or local directory specified: '/models/x'.");
        OutputScan value = new OutputScan(Optional.empty());
        value.line(first);
        value.line("  Value error, Unknown quantization method: int5. Must be one of ['awq', 'fp8'].");

        assertThat(missing.failure().orElseThrow().getKey().failure()).isEqualTo(ServerFailure.MODEL_NOT_FOUND);
        assertThat(value.failure().orElseThrow().getKey().failure()).isEqualTo(ServerFailure.BAD_FLAG);
        assertThat(value.failure().orElseThrow().getValue())
                .startsWith("Value error, Unknown quantization method: int5");
    }

    @Test
    void killedProcessOfTheServerIsNoMoreThanTheReasonBesideIt() {
        OutputScan scan = new OutputScan(Optional.empty());
        scan.line("Shard process was signaled to shutdown with signal 9");
        scan.line("FileNotFoundError: No local weights found in /data/x with extension .bin");

        assertThat(scan.failure().orElseThrow().getKey().failure()).isEqualTo(ServerFailure.MODEL_NOT_FOUND);
    }

    @Test
    void anEndOfWhichNothingIsKnownIsToldWithItsLastLine() {
        ServerEnd end = EndClassifier.classify(
                false, OptionalInt.of(1), Optional.empty(), List.of("Traceback", "ImportError: no flash ", "", " "));

        assertThat(end.failure()).isEqualTo(ServerFailure.EXITED_EARLY);
        assertThat(end.reason()).isEqualTo("exit status 1; its last line: ImportError: no flash");
    }

    @Test
    void statusAloneTellsACommandThatIsNotThere() {
        assertThat(EndClassifier.classify(false, OptionalInt.of(127), Optional.empty(), List.of())
                        .failure())
                .isEqualTo(ServerFailure.COMMAND_NOT_FOUND);
    }

    @Test
    void killWithoutAWordIsSaidAndNotGuessed() {
        ServerEnd end = EndClassifier.classify(false, OptionalInt.of(137), Optional.empty(), List.of());

        assertThat(end.failure()).isEqualTo(ServerFailure.EXITED_EARLY);
        assertThat(end.reason()).contains("SIGKILL");
    }

    @Test
    void endAfterItWasReadyIsACrashUnlessMemoryRanOut() {
        OutputScan scan = new OutputScan(Optional.empty());
        scan.line("vllm: error: unrecognized arguments: --x");
        assertThat(EndClassifier.classify(true, OptionalInt.of(1), scan.failure(), List.of())
                        .failure())
                .isEqualTo(ServerFailure.CRASHED);

        scan.line("CUDA error: out of memory");
        assertThat(EndClassifier.classify(true, OptionalInt.of(1), scan.failure(), List.of())
                        .failure())
                .isEqualTo(ServerFailure.OUT_OF_MEMORY);
    }

    @Test
    void cacheSizeIsReadAsVllmAndSglangPrintIt() {
        OutputScan vllm = new OutputScan(Optional.empty());
        vllm.line("INFO 11-25 [kv_cache_utils.py:1087] GPU KV cache size: 1,234,560 tokens");
        OutputScan sglang = new OutputScan(Optional.empty());
        sglang.line("max_total_num_tokens=171008, context_len=169000, available_gpu_mem=8.27 GB");

        assertThat(vllm.kvTokens()).isEqualTo(OptionalLong.of(1_234_560));
        assertThat(sglang.kvTokens()).isEqualTo(OptionalLong.of(171_008));
    }

    @Test
    void waitsForTheLineThatThePlanAsksFor() {
        OutputScan scan = new OutputScan(Optional.of(Pattern.compile("startup complete")));
        assertThat(scan.isReady()).isFalse();

        scan.line("INFO:     Application startup complete.");

        assertThat(scan.isReady()).isTrue();
    }
}
