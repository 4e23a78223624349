package io.tidemark.producer.scrape;

import io.tidemark.events.ServerHistogram;
import io.tidemark.producer.scrape.PrometheusTextParser.Page;
import io.tidemark.producer.scrape.PrometheusTextParser.Sample;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.Signal.Exposition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeMap;

/**
 * Finds the canonical signals on a page, one set per engine label. Counters of several label sets, such as finish reasons,
 * are added up; the first name of a signal that is exposed wins.
 */
final class SignalReader {
    private static final String INFO_SUFFIX = "_info";
    private static final String ENGINE_PREFIX = "engine.";
    /** The engine of samples that are labelled with none. */
    private static final String NO_ENGINE = "0";

    /** Signals of an engine or a GPU. */
    private static final List<Signal> OF_ENGINE = Arrays.stream(Signal.values())
            .filter(signal -> signal != Signal.PROCESS_MEMORY)
            .toList();

    private SignalReader() {}

    /** What one engine says. */
    record EngineSignals(
            String engine,
            String model,
            Map<String, Double> values,
            Map<String, ServerHistogram> histograms,
            Map<String, String> info) {}

    static List<EngineSignals> read(Page page) {
        Map<String, List<Sample>> byName = new HashMap<>();
        page.samples()
                .forEach(sample -> byName.computeIfAbsent(sample.name(), name -> new ArrayList<>())
                        .add(sample));
        List<EngineSignals> engines = new ArrayList<>();
        for (String engine : engines(byName)) {
            engines.add(engine(byName, engine));
        }
        addProcess(byName, engines.get(0));
        return engines;
    }

    /** The process is that of all engines of a page; it has no label of theirs, and is told with the first. */
    private static void addProcess(Map<String, List<Sample>> byName, EngineSignals first) {
        if (first.values().keySet().stream().anyMatch(id -> id.startsWith(ENGINE_PREFIX))) {
            value(byName, Signal.PROCESS_MEMORY, NO_ENGINE)
                    .ifPresent(bytes -> first.values().put(Signal.PROCESS_MEMORY.id(), bytes));
        }
    }

    /** Seconds since the epoch at which the process started, if exposed. */
    static OptionalDouble processStartSeconds(Page page) {
        return page.samples().stream()
                .filter(sample -> sample.name().equals("process_start_time_seconds"))
                .mapToDouble(Sample::value)
                .filter(value -> value > 0 && value < 1e11)
                .findFirst();
    }

    private static List<String> engines(Map<String, List<Sample>> byName) {
        List<String> engines = OF_ENGINE.stream()
                .flatMap(signal -> signal.expositions().stream())
                .flatMap(exposition -> samplesOf(byName, exposition.name()).stream())
                .map(SignalReader::engineOf)
                .distinct()
                .sorted()
                .toList();
        return engines.isEmpty() ? List.of(NO_ENGINE) : engines;
    }

    private static List<Sample> samplesOf(Map<String, List<Sample>> byName, String name) {
        List<Sample> plain = byName.getOrDefault(name, List.of());
        return plain.isEmpty() ? byName.getOrDefault(name + "_bucket", List.of()) : plain;
    }

    /** vLLM's engine, SGLang's data-parallel rank, DCGM's GPU; "0" where there is one. */
    private static String engineOf(Sample sample) {
        for (String label : List.of("engine", "dp_rank", "gpu", "uuid")) {
            if (!sample.label(label).isEmpty()) {
                return sample.label(label);
            }
        }
        return NO_ENGINE;
    }

    private static EngineSignals engine(Map<String, List<Sample>> byName, String engine) {
        Map<String, Double> values = new TreeMap<>();
        Map<String, ServerHistogram> histograms = new TreeMap<>();
        for (Signal signal : OF_ENGINE) {
            if (signal.kind() == Signal.Kind.HISTOGRAM) {
                histogram(byName, signal, engine).ifPresent(found -> histograms.put(signal.id(), found));
            } else {
                value(byName, signal, engine).ifPresent(found -> values.put(signal.id(), found));
            }
        }
        return new EngineSignals(engine, model(byName, engine), values, histograms, info(byName, engine));
    }

    private static Optional<Double> value(Map<String, List<Sample>> byName, Signal signal, String engine) {
        for (Exposition exposition : signal.expositions()) {
            double[] found = of(byName, exposition.name(), engine).stream()
                    .mapToDouble(Sample::value)
                    .filter(value -> !PrometheusNumbers.isMissing(value))
                    .toArray();
            if (found.length > 0) {
                boolean first = signal.kind() == Signal.Kind.GAUGE;
                double value = first ? found[0] : Arrays.stream(found).sum();
                return Optional.of(value * exposition.factor());
            }
        }
        return Optional.empty();
    }

    private static List<Sample> of(Map<String, List<Sample>> byName, String name, String engine) {
        return byName.getOrDefault(name, List.of()).stream()
                .filter(sample -> engineOf(sample).equals(engine))
                .toList();
    }

    private static Optional<ServerHistogram> histogram(Map<String, List<Sample>> byName, Signal signal, String engine) {
        return signal.expositions().stream()
                .map(exposition -> histogram(byName, exposition.name(), engine))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<ServerHistogram> histogram(Map<String, List<Sample>> byName, String name, String engine) {
        TreeMap<Double, Double> buckets = new TreeMap<>();
        for (Sample bucket : of(byName, name + "_bucket", engine)) {
            buckets.merge(bound(bucket), bucket.value(), Double::sum);
        }
        if (buckets.isEmpty()) {
            return Optional.empty();
        }
        double[] sums = of(byName, name + "_sum", engine).stream()
                .mapToDouble(Sample::value)
                .toArray();
        double[] counts = of(byName, name + "_count", engine).stream()
                .mapToDouble(Sample::value)
                .toArray();
        return Optional.of(ServerHistogram.newBuilder()
                .setBounds(List.copyOf(buckets.keySet()))
                .setCounts(List.copyOf(buckets.values()))
                .setSum(sums.length == 0 ? Double.NaN : Arrays.stream(sums).sum())
                .setCount(
                        counts.length == 0
                                ? buckets.lastEntry().getValue()
                                : Arrays.stream(counts).sum())
                .build());
    }

    private static double bound(Sample bucket) {
        try {
            return PrometheusNumbers.parse(bucket.label("le"));
        } catch (NumberFormatException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    private static String model(Map<String, List<Sample>> byName, String engine) {
        return Signal.RUNNING.expositions().stream()
                .flatMap(exposition -> of(byName, exposition.name(), engine).stream())
                .map(sample -> sample.label("model_name"))
                .findFirst()
                .orElse("");
    }

    /** Labels of the info series, e.g. of {@code vllm:cache_config_info}; of several, the one with the largest value. */
    private static Map<String, String> info(Map<String, List<Sample>> byName, String engine) {
        Map<String, String> info = new LinkedHashMap<>();
        byName.forEach((name, samples) -> {
            if (name.endsWith(INFO_SUFFIX) && !name.startsWith("python")) {
                samples.stream()
                        .filter(sample -> engineOf(sample).equals(engine)
                                || sample.label("engine").isEmpty())
                        .max(Comparator.comparingDouble(Sample::value))
                        .ifPresent(
                                newest -> newest.labels().forEach((key, value) -> info.put(name + "." + key, value)));
            }
        });
        return info;
    }
}
