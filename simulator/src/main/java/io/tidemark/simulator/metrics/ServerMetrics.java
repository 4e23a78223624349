package io.tidemark.simulator.metrics;

import io.tidemark.simulator.config.KvCacheDtype;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.EngineState;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.Consumer;
import java.util.stream.IntStream;

/** All that a server counts about itself since it started, and its page. Thread-safe. */
public final class ServerMetrics {
    private static final EngineState IDLE = new EngineState(0, 0, 0, 0, 0, 0, 0, 0, 0);

    private final ServerConfig config;
    private final VllmMetricsVersion names;
    private final double startedSeconds;
    private final List<EngineMetrics> engines;
    private final ProcessFamilies process;
    private final HttpMetrics http;

    /**
     * What a page is about.
     *
     * @param names whose names it has
     * @param engines how many engines answer behind one front
     */
    public record Layout(VllmMetricsVersion names, int engines) {
        public Layout {
            if (engines > 1 && names.ofOneEngine()) {
                throw new IllegalArgumentException("metrics names " + names.word()
                        + " are those of one engine but there are " + engines + ": the V0 engine has no engine label");
            }
        }

        /** Today's names, one engine. */
        public static final Layout PLAIN = new Layout(VllmMetricsVersion.V1, 1);
    }

    /** @param startedSeconds the server's start, Unix time */
    public ServerMetrics(ServerConfig config, Layout layout, double startedSeconds) {
        this.config = config;
        this.names = layout.names();
        this.startedSeconds = startedSeconds;
        this.engines = IntStream.range(0, layout.engines())
                .mapToObj(index -> new EngineMetrics(index, names, config, IDLE))
                .toList();
        this.process = new ProcessFamilies(startedSeconds);
        this.http = new HttpMetrics(startedSeconds);
    }

    public EngineMetrics engine(int index) {
        return engines.get(index);
    }

    /** What the HTTP front counts. */
    public HttpMetrics http() {
        return http;
    }

    /** The whole page, Prometheus text 0.0.4. */
    public String page() {
        return page(process::write);
    }

    /** The page of a server without a process of its own: of that there is only its start. */
    public String pageInVirtualTime() {
        return page(process::writeStart);
    }

    private String page(Consumer<MetricsTextWriter> head) {
        MetricsTextWriter text = new MetricsTextWriter();
        if (!names.ofTwoProcesses()) {
            head.accept(text);
        }
        if (names.ofOneEngine()) {
            writeCacheConfig(
                    text,
                    names == VllmMetricsVersion.V0
                            ? "information of cache_config"
                            : "Information of the LLMEngine CacheConfig");
            writeEngines(text);
            return text.toString();
        }
        writeEngines(text);
        writeCacheConfig(text, "Information of the LLMEngine CacheConfig");
        http.write(text);
        return text.toString();
    }

    private void writeEngines(MetricsTextWriter text) {
        MetricFamily.Created created = new MetricFamily.Created(names.created(), startedSeconds);
        MetricFamily.Page page = new MetricFamily.Page(engines, this::labels, names, created);
        VersionFamilies.of(names).forEach(family -> family.write(text, page));
    }

    private SampleLabels labels(EngineMetrics engine) {
        SampleLabels labels = SampleLabels.of("model_name", config.servedModelName());
        return names.ofOneEngine() ? labels : labels.with("engine", String.valueOf(engine.index()));
    }

    private void writeCacheConfig(MetricsTextWriter text, String help) {
        text.head("vllm:cache_config_info", "gauge", help);
        engines.forEach(engine -> text.sample("vllm:cache_config_info", cacheConfig(engine), 1));
    }

    private SampleLabels cacheConfig(EngineMetrics engine) {
        Map<String, String> info = new TreeMap<>();
        info.put("block_size", String.valueOf(config.blockSize()));
        info.put("cache_dtype", config.kvCacheDtype() == KvCacheDtype.FP8 ? "fp8" : "auto");
        info.put("enable_prefix_caching", config.enablePrefixCaching() ? "True" : "False");
        info.put("gpu_memory_utilization", String.valueOf(config.gpuMemoryUtilization()));
        info.put("num_gpu_blocks", String.valueOf(config.kvBlocks()));
        info.put("num_gpu_blocks_override", "None");
        info.put("sliding_window", "None");
        if (names.ofOneEngine()) {
            info.put("num_cpu_blocks", "0");
            info.put("swap_space_bytes", "4294967296");
        }
        if (names == VllmMetricsVersion.V0) {
            return new SampleLabels(info);
        }
        if (names == VllmMetricsVersion.V0_7) {
            info.put("calculate_kv_scales", "False");
            info.put("cpu_offload_gb", "0");
            info.put("is_attention_free", "False");
            return new SampleLabels(info);
        }
        info.put("calculate_kv_scales", "False");
        info.put("cpu_offload_gb", "0");
        info.put("engine", String.valueOf(engine.index()));
        info.put("num_cpu_blocks", "None");
        return new SampleLabels(info);
    }
}
