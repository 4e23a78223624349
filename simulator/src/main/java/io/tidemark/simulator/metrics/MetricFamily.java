package io.tidemark.simulator.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.ToDoubleFunction;

/** One family of the engines' page: its name, type, help and samples. */
interface MetricFamily {
    void write(MetricsTextWriter text, Page page);

    /**
     * What families are written from.
     *
     * @param engines in order of their index
     * @param labels of an engine's series
     * @param names whose page it is
     * @param created when counting began, Unix time in seconds, and whether the page exposes it
     */
    record Page(
            List<EngineMetrics> engines,
            Function<EngineMetrics, SampleLabels> labels,
            VllmMetricsVersion names,
            Created created) {}

    /** When counting began. */
    record Created(boolean enabled, double seconds) {}

    /** These, if any engine of the page is such; nothing of them otherwise. */
    static MetricFamily onlyIf(Predicate<EngineMetrics> such, List<MetricFamily> families) {
        return (text, page) -> {
            if (page.engines().stream().anyMatch(such)) {
                families.forEach(family -> family.write(text, page));
            }
        };
    }

    static MetricFamily gauge(String name, String help, ToDoubleFunction<EngineMetrics> value) {
        return (text, page) -> {
            text.head(name, "gauge", help);
            page.engines()
                    .forEach(engine -> text.sample(name, page.labels().apply(engine), value.applyAsDouble(engine)));
        };
    }

    /** Several series per engine, distinguished by one label; as prometheus_client keeps them, by label first. */
    static MetricFamily gauges(String name, String help, String label, Map<String, Double> values) {
        Map<String, Double> ordered = new LinkedHashMap<>(values);
        return (text, page) -> {
            text.head(name, "gauge", help);
            ordered.forEach((key, value) -> page.engines()
                    .forEach(engine ->
                            text.sample(name, page.labels().apply(engine).with(label, key), value)));
        };
    }

    /** @param name without {@code _total} */
    static MetricFamily counter(String name, String help, ToDoubleFunction<EngineMetrics> value) {
        return (text, page) -> {
            text.head(name + "_total", "counter", help);
            page.engines()
                    .forEach(engine ->
                            text.sample(name + "_total", page.labels().apply(engine), value.applyAsDouble(engine)));
            created(name, help).write(text, page);
        };
    }

    /** @param name without {@code _total} */
    static MetricFamily counters(
            String name,
            String help,
            String label,
            Function<EngineMetrics, ? extends Map<String, ? extends Number>> values) {
        return (text, page) -> {
            List<String> keys = keys(page, values);
            if (keys.isEmpty() && page.names().ofTwoProcesses()) {
                return;
            }
            text.head(name + "_total", "counter", help);
            keys.forEach(key -> page.engines().forEach(engine -> {
                SampleLabels labels = page.labels().apply(engine).with(label, key);
                Number value = values.apply(engine).get(key);
                if (value != null) {
                    text.sample(name + "_total", labels, value.doubleValue());
                }
            }));
            createdOfKeys(name, help, label, values).write(text, page);
        };
    }

    static MetricFamily histogram(String name, String help, HistogramMetric observed) {
        return (text, page) -> {
            if (page.names().ofTwoProcesses()) {
                writeIfSeen(text, page, new Head(name, help, observed));
                return;
            }
            text.head(name, "histogram", help);
            page.engines()
                    .forEach(engine -> text.buckets(name, page.labels().apply(engine), engine.histogram(observed)));
            created(name, help).write(text, page);
        };
    }

    /** One per value of a label. */
    static MetricFamily histograms(
            String name, String help, String label, Function<EngineMetrics, Map<String, BucketHistogram>> values) {
        return (text, page) -> {
            text.head(name, "histogram", help);
            keys(page, values)
                    .forEach(key -> page.engines().forEach(engine -> {
                        BucketHistogram histogram = values.apply(engine).get(key);
                        if (histogram != null) {
                            text.buckets(name, page.labels().apply(engine).with(label, key), histogram);
                        }
                    }));
            createdOfKeys(name, help, label, values).write(text, page);
        };
    }

    /** A histogram's first lines, and what it is of. */
    record Head(String name, String help, HistogramMetric observed) {}

    private static void writeIfSeen(MetricsTextWriter text, Page page, Head head) {
        for (EngineMetrics engine : page.engines()) {
            BucketHistogram histogram = engine.histogram(head.observed());
            if (!histogram.isEmpty()) {
                text.head(head.name(), "histogram", head.help());
                text.bucketsOfProcesses(head.name(), page.labels().apply(engine), histogram);
            }
        }
    }

    private static List<String> keys(Page page, Function<EngineMetrics, ? extends Map<String, ?>> values) {
        return page.engines().stream()
                .flatMap(engine -> values.apply(engine).keySet().stream())
                .distinct()
                .toList();
    }

    private static MetricFamily createdOfKeys(
            String name, String help, String label, Function<EngineMetrics, ? extends Map<String, ?>> values) {
        return (text, page) -> {
            List<String> keys = keys(page, values);
            if (!page.created().enabled() || keys.isEmpty()) {
                return;
            }
            text.head(name + "_created", "gauge", help);
            keys.forEach(key -> page.engines().stream()
                    .filter(engine -> values.apply(engine).containsKey(key))
                    .forEach(engine -> text.sample(
                            name + "_created",
                            page.labels().apply(engine).with(label, key),
                            page.created().seconds())));
        };
    }

    private static MetricFamily created(String name, String help) {
        return (text, page) -> {
            if (!page.created().enabled()) {
                return;
            }
            text.head(name + "_created", "gauge", help);
            page.engines()
                    .forEach(engine -> text.sample(
                            name + "_created",
                            page.labels().apply(engine),
                            page.created().seconds()));
        };
    }
}
