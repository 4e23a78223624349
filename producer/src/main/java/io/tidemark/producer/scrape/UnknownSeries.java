package io.tidemark.producer.scrape;

import io.tidemark.producer.scrape.PrometheusTextParser.Page;
import io.tidemark.producer.scrape.PrometheusTextParser.Sample;
import io.tidemark.schemas.Signal;
import java.util.EnumMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Pages that can be read and have no signal of a known name, or lack what runs or waits: what their series look like. */
final class UnknownSeries {
    private static final int MAX_NAMES = 3;

    private static final List<Maker> MAKERS = List.of(
            new Maker("vLLM", List.of("vllm")),
            new Maker("SGLang", List.of("sglang")),
            new Maker("TensorRT-LLM", List.of("trtllm", "tensorrt")),
            new Maker("llama.cpp", List.of("llamacpp", "llama_cpp")),
            new Maker(
                    "llm-d's router",
                    List.of("llm_d_", "inference_pool_", "inference_objective_", "inference_extension_")),
            new Maker("Dynamo", List.of("dynamo_")),
            new Maker("TGI", List.of("tgi_")),
            new Maker("LMDeploy", List.of("lmdeploy")),
            new Maker("OpenTelemetry's conventions for generative AI", List.of("gen_ai")));

    private static final List<Gauge> GAUGES = List.of(
            new Gauge(Signal.RUNNING, List.of("running", "active", "inflight", "in_flight", "processing")),
            new Gauge(Signal.WAITING, List.of("waiting", "queue", "pending", "deferred")));

    private static final Pattern NO_GAUGE = Pattern.compile(".*_(total|bucket|sum|count|created|seconds|info)");

    private UnknownSeries() {}

    /** Who may have made a series, by parts of its name. */
    private record Maker(String name, List<String> parts) {
        boolean mayHaveMade(Sample sample) {
            String series = sample.name().toLowerCase(Locale.ROOT);
            return parts.stream().anyMatch(series::contains);
        }
    }

    /**
     * A count of requests now.
     *
     * @param parts of which the name of such a series has one, besides {@code req}
     */
    private record Gauge(Signal signal, List<String> parts) {
        boolean isOn(Page page) {
            return page.samples().stream()
                    .anyMatch(sample -> signal.expositions().stream()
                            .anyMatch(exposition -> exposition.spellings().contains(sample.name())));
        }

        boolean mayBe(Sample sample) {
            String series = sample.name().toLowerCase(Locale.ROOT);
            return series.contains("req")
                    && parts.stream().anyMatch(series::contains)
                    && !NO_GAUGE.matcher(series).matches()
                    && MAKERS.stream().anyMatch(maker -> maker.mayHaveMade(sample));
        }
    }

    /** Of a page of an engine: running and waiting requests, if it has none by a known name, with the names of series that may be those. */
    static Map<Signal, String> likely(Page page) {
        Map<Signal, String> likely = new EnumMap<>(Signal.class);
        for (Gauge gauge : GAUGES) {
            List<Sample> alike = page.samples().stream().filter(gauge::mayBe).toList();
            if (!gauge.isOn(page) && !alike.isEmpty()) {
                likely.put(gauge.signal(), names(alike));
            }
        }
        return likely;
    }

    /** Such as "9 of its 30 series look like those of vLLM (x_vllm_num_requests_running, ...), but none has a name that is known". */
    static String describe(Page page) {
        for (Maker maker : MAKERS) {
            List<Sample> alike =
                    page.samples().stream().filter(maker::mayHaveMade).toList();
            if (!alike.isEmpty()) {
                return alike.size() + " of its " + page.samples().size() + " series look like those of " + maker.name()
                        + " (" + names(alike) + "), but none has a name that is known";
            }
        }
        return "none of its " + page.samples().size() + " series is of an engine or a GPU by a name that is known ("
                + names(page.samples()) + ")";
    }

    private static String names(List<Sample> samples) {
        List<String> names = samples.stream().map(Sample::name).distinct().toList();
        return names.stream().limit(MAX_NAMES).collect(Collectors.joining(", "))
                + (names.size() > MAX_NAMES ? ", ..." : "");
    }
}
