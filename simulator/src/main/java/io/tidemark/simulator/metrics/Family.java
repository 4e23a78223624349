package io.tidemark.simulator.metrics;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.function.ToDoubleFunction;

/** One family of the engines' page: its name, type, help and samples. */
interface Family {
    void write(MetricsText text, Page page);

    /**
     * What families are written from.
     *
     * @param engines in order of their index
     * @param labels of an engine's series
     * @param created when counting began, Unix time in seconds; whether it is told
     */
    record Page(List<EngineMetrics> engines, Function<EngineMetrics, Labels> labels, Created created) {}

    /** When counting began. */
    record Created(boolean told, double seconds) {}

    static Family gauge(String name, String help, ToDoubleFunction<EngineMetrics> value) {
        return (text, page) -> {
            text.head(name, "gauge", help);
            page.engines()
                    .forEach(engine -> text.sample(name, page.labels().apply(engine), value.applyAsDouble(engine)));
        };
    }

    /** Several series per engine, told apart by one label; as prometheus_client keeps them, by label first. */
    static Family gauges(String name, String help, String label, Map<String, Double> values) {
        Map<String, Double> ordered = new LinkedHashMap<>(values);
        return (text, page) -> {
            text.head(name, "gauge", help);
            ordered.forEach((key, value) -> page.engines()
                    .forEach(engine ->
                            text.sample(name, page.labels().apply(engine).with(label, key), value)));
        };
    }

    /** @param name without {@code _total} */
    static Family counter(String name, String help, ToDoubleFunction<EngineMetrics> value) {
        return (text, page) -> {
            text.head(name + "_total", "counter", help);
            page.engines()
                    .forEach(engine ->
                            text.sample(name + "_total", page.labels().apply(engine), value.applyAsDouble(engine)));
            created(name, help).write(text, page);
        };
    }

    /** @param name without {@code _total} */
    static Family counters(String name, String help, String label, Function<EngineMetrics, Map<String, Long>> values) {
        return (text, page) -> {
            List<String> keys = page.engines().stream()
                    .flatMap(engine -> values.apply(engine).keySet().stream())
                    .distinct()
                    .toList();
            text.head(name + "_total", "counter", help);
            keys.forEach(key -> page.engines().forEach(engine -> {
                Labels labels = page.labels().apply(engine).with(label, key);
                text.sample(name + "_total", labels, values.apply(engine).getOrDefault(key, 0L));
            }));
            if (page.created().told()) {
                text.head(name + "_created", "gauge", help);
                keys.forEach(key -> page.engines()
                        .forEach(engine -> text.sample(
                                name + "_created",
                                page.labels().apply(engine).with(label, key),
                                page.created().seconds())));
            }
        };
    }

    static Family histogram(String name, String help, Observed observed) {
        return (text, page) -> {
            text.head(name, "histogram", help);
            page.engines()
                    .forEach(engine -> text.buckets(name, page.labels().apply(engine), engine.histogram(observed)));
            created(name, help).write(text, page);
        };
    }

    private static Family created(String name, String help) {
        return (text, page) -> {
            if (!page.created().told()) {
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
