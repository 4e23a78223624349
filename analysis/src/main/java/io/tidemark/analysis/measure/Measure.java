package io.tidemark.analysis.measure;

import io.tidemark.schemas.Metric;
import java.text.DecimalFormat;
import java.text.DecimalFormatSymbols;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * What one figure of a run says.
 *
 * @param name unique within the family: a metric's name as {@code ttft}, or a task's as {@code gsm8k exact_match}
 * @param quantile of a latency, in (0, 1); empty for its mean and for what is no latency
 */
public record Measure(MeasureFamily family, String name, OptionalDouble quantile) implements Comparable<Measure> {
    private static final DecimalFormatSymbols PLAIN = DecimalFormatSymbols.getInstance(Locale.ROOT);

    public Measure {
        if (name.isBlank()) {
            throw new IllegalArgumentException("a measure's name must not be blank (" + family + ")");
        }
        if (quantile.isPresent() && !(quantile.getAsDouble() > 0 && quantile.getAsDouble() < 1)) {
            throw new IllegalArgumentException(
                    "quantile of " + name + " must be in (0, 1) but was " + quantile.getAsDouble());
        }
        if (quantile.isPresent() && family != MeasureFamily.LATENCY) {
            throw new IllegalArgumentException("only latencies have a quantile, " + name + " is " + family);
        }
    }

    /** A quantile of a metric over a run's ok requests. */
    public static Measure quantile(Metric metric, double quantile) {
        return new Measure(MeasureFamily.LATENCY, metric.id(), OptionalDouble.of(quantile));
    }

    /** Mean of a metric over a run's ok requests. */
    public static Measure mean(Metric metric) {
        return new Measure(MeasureFamily.LATENCY, metric.id(), OptionalDouble.empty());
    }

    /** Output tokens of ok requests per second. */
    public static Measure outputTokens() {
        return new Measure(MeasureFamily.THROUGHPUT, "output_tokens_per_second", OptionalDouble.empty());
    }

    /** Ok requests per second. */
    public static Measure requests() {
        return new Measure(MeasureFamily.THROUGHPUT, "requests_per_second", OptionalDouble.empty());
    }

    /** Requests per second that kept all limits. */
    public static Measure goodput() {
        return new Measure(MeasureFamily.GOODPUT, "goodput", OptionalDouble.empty());
    }

    /** Highest load within the SLO, requests per second or in flight. */
    public static Measure heldLoad() {
        return new Measure(MeasureFamily.CAPACITY, "held_load", OptionalDouble.empty());
    }

    /** Share of the requests that were not ok. */
    public static Measure errorShare() {
        return new Measure(MeasureFamily.ERRORS, "error_share", OptionalDouble.empty());
    }

    /** Score of an evaluation's task, such as lm-evaluation's {@code gsm8k exact_match}. */
    public static Measure quality(String task) {
        return new Measure(MeasureFamily.QUALITY, task, OptionalDouble.empty());
    }

    /** What an evaluation's task gives where lower is better, such as {@code wikitext word_perplexity}. */
    public static Measure loss(String task) {
        return new Measure(MeasureFamily.LOSS, task, OptionalDouble.empty());
    }

    /** As reports print it: {@code ttft p99}, {@code e2e mean}, {@code goodput}. */
    public String label() {
        if (quantile.isPresent()) {
            return name + " p" + new DecimalFormat("0.###", PLAIN).format(quantile.getAsDouble() * 100);
        }
        return family == MeasureFamily.LATENCY ? name + " mean" : name;
    }

    @Override
    public int compareTo(Measure other) {
        int byFamily = family.compareTo(other.family);
        int byName = byFamily == 0 ? name.compareTo(other.name) : byFamily;
        return byName == 0 ? Double.compare(quantile.orElse(0), other.quantile.orElse(0)) : byName;
    }
}
