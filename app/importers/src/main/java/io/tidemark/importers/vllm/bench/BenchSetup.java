package io.tidemark.importers.vllm.bench;

import io.tidemark.producer.plan.load.RampUp;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;

/**
 * What was asked, as it stands in the block and in the result file.
 *
 * @param date when the run ended, {@code YYYYmmdd-HHMMSS}, the client's local time
 * @param label prefix of the file's name; empty: the backend
 * @param tokenizerId empty with {@code --skip-tokenizer-init}: then nothing that needs a count of tokens is printed
 * @param metadata written as keys of their own
 */
public record BenchSetup(
        String date,
        String backend,
        Optional<String> label,
        String modelId,
        Optional<String> tokenizerId,
        int prompts,
        Map<String, String> metadata,
        Traffic traffic) {
    public BenchSetup {
        metadata = Collections.unmodifiableMap(new LinkedHashMap<>(metadata));
    }

    /**
     * How requests came.
     *
     * @param perSecond infinite: all at once
     */
    public record Traffic(double perSecond, double burstiness, OptionalInt maxConcurrency, Optional<RampUp> rampUp) {
        boolean isFinite() {
            return perSecond < Double.POSITIVE_INFINITY;
        }
    }

    /** Name of the result file, by vLLM's pattern. */
    public String fileName() {
        String prefix = label.orElse(backend);
        String model = modelId.substring(modelId.lastIndexOf('/') + 1);
        String cap = traffic.maxConcurrency().isPresent()
                ? "-concurrency" + traffic.maxConcurrency().getAsInt()
                : "";
        String rate = traffic.rampUp()
                .map(BenchSetup::fileWord)
                .orElseGet(() -> traffic.isFinite() ? traffic.perSecond() + "qps" : "infqps");
        return prefix + "-" + rate + cap + "-" + model + "-" + date + ".json";
    }

    private static String fileWord(RampUp rampUp) {
        return "ramp-up-" + word(rampUp) + "-" + (long) rampUp.fromPerSecond() + "qps-" + (long) rampUp.toPerSecond()
                + "qps";
    }

    static String word(RampUp rampUp) {
        return rampUp.strategy().name().toLowerCase(Locale.ROOT);
    }

    boolean countsTokens() {
        return tokenizerId.isPresent();
    }

    /** Whether a metric of the selection is shown: client queueing only with a cap, and with it a rate. */
    boolean shows(VllmBenchMetric metric, MetricSelection selection) {
        boolean applies = switch (metric) {
            case CLIENT_QUEUE_TIME -> traffic.maxConcurrency().isPresent();
            case E2EL_INCLUDING_CLIENT_QUEUE -> traffic.maxConcurrency().isPresent() && traffic.isFinite();
            default -> countsTokens() || !metric.needsTokens();
        };
        return applies && selection.metrics().contains(metric);
    }
}
