package io.tidemark.faults;

import io.tidemark.events.MetricResult;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** Compares what was published of a run with the oracle. */
final class OracleComparison {
    private static final double SAME = 1e-9;
    private static final long ROUNDING_NANOS = 2;

    private final Oracle oracle;
    private final Map<WindowId, List<WindowStats>> published;

    OracleComparison(Oracle oracle, Map<WindowId, List<WindowStats>> published) {
        this.oracle = oracle;
        this.published = published;
    }

    /** Windows that must have been published for good and were not. */
    List<WindowId> missing() {
        return oracle.due().stream().filter(id -> !published.containsKey(id)).toList();
    }

    /** Windows that were published for good more than once, with the fields in which the last two differ. */
    List<String> doubled() {
        List<String> doubled = new ArrayList<>();
        new TreeMap<>(published).forEach((id, records) -> {
            if (records.size() > 1) {
                doubled.add(id + ": " + change(records.get(records.size() - 2), records.get(records.size() - 1)));
            }
        });
        return doubled;
    }

    private static String change(WindowStats before, WindowStats after) {
        return WindowStats.getClassSchema().getFields().stream()
                .filter(field -> !Objects.equals(before.get(field.pos()), after.get(field.pos())))
                .map(field -> field.name() + " " + before.get(field.pos()) + " then " + after.get(field.pos()))
                .collect(Collectors.joining(", "));
    }

    /** Windows whose last final record is not what the oracle says, with both. */
    List<String> wrong() {
        return wrongUnless(Optional.empty());
    }

    /** Windows whose last final record is neither what the oracle says nor what the other one does, with the first. */
    List<String> wrongUnless(Oracle other) {
        return wrongUnless(Optional.of(other));
    }

    private List<String> wrongUnless(Optional<Oracle> other) {
        List<String> wrong = new ArrayList<>();
        new TreeMap<>(published).forEach((id, records) -> {
            WindowStats last = records.get(records.size() - 1);
            String difference = difference(oracle.window(id), last);
            boolean isOther = !difference.isEmpty()
                    && other.filter(it -> difference(it.window(id), last).isEmpty())
                            .isPresent();
            if (!difference.isEmpty() && !isOther) {
                wrong.add(id + ": " + difference);
            }
        });
        return wrong;
    }

    /** How a final step result differs; empty if it does not. */
    static List<String> wrong(Oracle.Step expected, StepResult result) {
        List<String> wrong = new ArrayList<>();
        compare(wrong, "due", expected.due, result.getDue());
        compare(wrong, "ok", expected.ok, result.getOk());
        compare(wrong, "outputTokens", expected.outputTokens, result.getOutputTokens());
        compare(wrong, "promptTokens", expected.promptTokens, result.getPromptTokens());
        Map<String, MetricResult> metrics = new TreeMap<>();
        result.getMetrics().forEach(metric -> metrics.put(metric.getMetric().name(), metric));
        if (!metrics.keySet().equals(expected.metrics.keySet())) {
            wrong.add("metrics " + metrics.keySet() + " not " + expected.metrics.keySet());
            return wrong;
        }
        expected.metrics.forEach((name, values) -> {
            MetricResult metric = metrics.get(name);
            compare(wrong, name + " count", values.count(), metric.getCount());
            compare(wrong, name + " sum", values.sum(), metric.getSumNanos());
            compare(wrong, name + " min", values.min(), metric.getMinNanos());
            compare(wrong, name + " max", values.max(), metric.getMaxNanos());
            buckets(wrong, name, values, metric.getSketch());
        });
        return wrong;
    }

    private static String difference(Oracle.Window expected, WindowStats window) {
        List<String> wrong = new ArrayList<>();
        compare(wrong, "count", expected.values().count(), window.getCount());
        compare(wrong, "sum", expected.values().sum(), window.getSumNanos());
        compare(wrong, "ended", expected.ended(), window.getEnded());
        compare(wrong, "failed", expected.failed(), window.getFailed());
        compare(wrong, "tokens", expected.tokens(), window.getOutputTokens());
        if (expected.values().count() > 0 && wrong.isEmpty()) {
            if (window.getWindowSeconds() > 0) {
                compare(wrong, "min", expected.values().min(), window.getMinNanos());
                compare(wrong, "max", expected.values().max(), window.getMaxNanos());
            }
            buckets(wrong, "", expected.values(), window.getSketch());
            quantile(wrong, expected.values(), 0.5, window.getP50Nanos());
            quantile(wrong, expected.values(), 0.9, window.getP90Nanos());
            quantile(wrong, expected.values(), 0.99, window.getP99Nanos());
        }
        return String.join(", ", wrong);
    }

    private static void buckets(List<String> wrong, String what, OracleHistogram expected, ByteBuffer sketch) {
        Map<Integer, Long> found = SketchByteReader.buckets(sketch);
        if (!found.equals(expected.buckets())) {
            wrong.add(what + " buckets " + found + " not " + expected.buckets());
        }
    }

    private static void quantile(List<String> wrong, OracleHistogram expected, double q, @Nullable Long found) {
        double exact = expected.quantile(q);
        if (found == null || Math.abs(found - exact) > ROUNDING_NANOS + SAME * exact) {
            wrong.add("p" + Math.round(q * 100) + " " + found + " not " + exact);
        }
    }

    private static void compare(List<String> wrong, String what, long expected, @Nullable Long found) {
        if (found == null || found != expected) {
            wrong.add(what + " " + found + " not " + expected);
        }
    }
}
