package io.tidemark.producer.scrape;

import io.tidemark.events.ServerHistogram;
import io.tidemark.producer.scrape.PrometheusTextParser.Page;
import io.tidemark.producer.scrape.PrometheusTextParser.Sample;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.Signal.Exposition;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;

/**
 * Finds the canonical signals on a page, one set per engine, replica and model that its labels distinguish. Of what is left of one signal, such as
 * finish reasons, counters and histograms are added up, gauges added or averaged as {@link Signal#isAveraged} says; the first name of a signal
 * that is exposed wins.
 */
final class SignalReader {
    private static final String INFO_SUFFIX = "_info";
    private static final String ENGINE_PREFIX = "engine.";
    private static final String GPU_PREFIX = "gpu.";
    /** Of llm-d's router. */
    private static final String ROUTER_PREFIX = "llm_d_epp_";

    /** Of a model; the second is Dynamo's. */
    private static final List<String> MODEL = List.of("model_name", "model");

    private static final String PROCESS_START = "process_start_time_seconds";

    /** Signals of an engine or a GPU. */
    private static final List<Signal> OF_ENGINE = Arrays.stream(Signal.values())
            .filter(signal -> signal != Signal.PROCESS_MEMORY)
            .toList();

    /** Every series of a signal that may be on a page. */
    private static final Set<String> SERIES = OF_ENGINE.stream()
            .flatMap(signal -> signal.expositions().stream().flatMap(exposition -> series(signal, exposition)))
            .collect(Collectors.toUnmodifiableSet());

    private static final Set<String> GPU_SERIES = OF_ENGINE.stream()
            .filter(signal -> signal.id().startsWith(GPU_PREFIX))
            .flatMap(signal -> signal.expositions().stream().flatMap(exposition -> series(signal, exposition)))
            .collect(Collectors.toUnmodifiableSet());

    /** Info series that others read by this name. */
    private static final String CACHE_CONFIG = "vllm:cache_config_info";

    private static final Set<String> CACHE_CONFIGS = Set.copyOf(Exposition.spellingsOf(CACHE_CONFIG));

    private SignalReader() {}

    /**
     * What one engine says.
     *
     * @param isOfRouter whether a router says all of it, of the engines behind it
     */
    record EngineSignals(
            String engine,
            String model,
            OptionalDouble processStartSeconds,
            Map<String, Double> values,
            Map<String, ServerHistogram> histograms,
            Map<String, String> info,
            boolean isOfRouter) {
        private boolean has(String prefix) {
            return Stream.concat(values.keySet().stream(), histograms.keySet().stream())
                    .anyMatch(id -> id.startsWith(prefix));
        }

        boolean isOfEngine() {
            return has(ENGINE_PREFIX);
        }

        boolean isOfGpu() {
            return has(GPU_PREFIX);
        }
    }

    /**
     * Whose a sample is.
     *
     * @param rank vLLM's engine, SGLang's data-parallel rank, DCGM's GPU; "0" where there is one
     * @param replica a process of several on the page; empty where the page is of one
     * @param model of several on the page; empty where the page is of one
     */
    private record Origin(String rank, String replica, String model) {
        private static final Comparator<Origin> ORDER = Comparator.comparing(Origin::replica)
                .thenComparing(Origin::rank)
                .thenComparing(Origin::model);
        private static final String NO_RANK = "0";
        private static final List<String> RANKS = List.of("engine", "dp_rank", "gpu", "uuid");
        /** The most exact first: Ray's, those of the routers of SGLang and vLLM, Kubernetes', OpenTelemetry's, those of a Prometheus that hands on what it scraped. */
        private static final List<String> REPLICAS = List.of(
                "ReplicaId",
                "WorkerId",
                "worker_addr",
                "server",
                "pod",
                "pod_name",
                "k8s_pod_name",
                "exported_pod",
                "service_instance_id",
                "exported_instance",
                "instance");
        /** Of a GPU, where a page has several hosts: its pod is the one that uses it. */
        private static final List<String> HOSTS = List.of("Hostname", "exported_instance", "instance");

        static final Origin ONLY = new Origin(NO_RANK, "", "");

        /** How many hosts of GPUs, and models, a page has. */
        record PageScope(long hosts, long models) {
            static final PageScope ONE = new PageScope(1, 1);

            static PageScope of(Page page) {
                long hosts = page.samples().stream()
                        .filter(sample -> GPU_SERIES.contains(sample.name()))
                        .map(sample -> first(sample, HOSTS))
                        .distinct()
                        .count();
                return new PageScope(hosts, SignalReader.models(page).size());
            }
        }

        static Origin of(Sample sample, PageScope scope) {
            String rank = first(sample, RANKS);
            boolean isGpu = GPU_SERIES.contains(sample.name());
            return new Origin(
                    rank.isEmpty() ? NO_RANK : rank,
                    isGpu ? (scope.hosts() > 1 ? first(sample, HOSTS) : "") : replicaOf(sample),
                    scope.models() > 1 ? modelOf(sample) : "");
        }

        static String replicaOf(Sample sample) {
            return first(sample, REPLICAS);
        }

        private static String first(Sample sample, List<String> labels) {
            return labels.stream()
                    .map(sample::label)
                    .filter(value -> !value.isEmpty())
                    .findFirst()
                    .orElse("");
        }

        String name() {
            return Stream.of(rank, replica, model)
                    .filter(part -> !part.isEmpty())
                    .collect(Collectors.joining("/"));
        }
    }

    static List<EngineSignals> read(Page page) {
        Origin.PageScope scope = Origin.PageScope.of(page);
        Map<Origin, Map<String, List<Sample>>> origins = new TreeMap<>(Origin.ORDER);
        for (Sample sample : page.samples()) {
            if (SERIES.contains(sample.name())) {
                origins.computeIfAbsent(Origin.of(sample, scope), unseen -> new HashMap<>())
                        .computeIfAbsent(sample.name(), unseen -> new ArrayList<>())
                        .add(sample);
            }
        }
        if (origins.isEmpty()) {
            origins.put(Origin.ONLY, Map.of());
        }
        List<EngineSignals> engines = new ArrayList<>();
        Set<String> seenReplicas = new HashSet<>();
        origins.forEach((origin, byName) -> {
            EngineSignals engine = engine(page, origin, byName);
            if (engine.isOfEngine() && seenReplicas.add(origin.replica())) {
                addProcess(page, origin, engine);
            }
            engines.add(engine);
        });
        return engines;
    }

    /** Models that signals of the page are labelled with. */
    static Set<String> models(Page page) {
        Set<String> models = new TreeSet<>();
        for (Sample sample : page.samples()) {
            if (SERIES.contains(sample.name()) && !modelOf(sample).isEmpty()) {
                models.add(modelOf(sample));
            }
        }
        return models;
    }

    /** The process runs all engines of a replica and has no label of an engine, so its signals are recorded with the first engine. */
    private static void addProcess(Page page, Origin origin, EngineSignals first) {
        for (Exposition exposition : Signal.PROCESS_MEMORY.expositions()) {
            double[] bytes = ofProcess(page, exposition.name(), origin).toArray();
            if (bytes.length > 0) {
                first.values()
                        .put(Signal.PROCESS_MEMORY.id(), Arrays.stream(bytes).sum());
                return;
            }
        }
    }

    /** Seconds since the epoch at which the process, of several the newest, started; empty if that is not exposed. */
    private static OptionalDouble processStartSeconds(Page page, Origin origin) {
        return ofProcess(page, PROCESS_START, origin)
                .filter(value -> value > 0 && value < 1e11)
                .max();
    }

    private static DoubleStream ofProcess(Page page, String name, Origin origin) {
        return page.samples().stream()
                .filter(sample -> sample.name().equals(name)
                        && Origin.replicaOf(sample).equals(origin.replica())
                        && !PrometheusNumbers.isMissing(sample.value()))
                .mapToDouble(Sample::value);
    }

    private static Stream<String> series(Signal signal, Exposition exposition) {
        List<String> names = exposition.spellings();
        return signal.kind() == Signal.Kind.HISTOGRAM
                ? names.stream().flatMap(name -> Stream.of(name + "_bucket", name + "_sum", name + "_count"))
                : names.stream();
    }

    private static EngineSignals engine(Page page, Origin origin, Map<String, List<Sample>> byName) {
        Map<String, Double> values = new TreeMap<>();
        Map<String, ServerHistogram> histograms = new TreeMap<>();
        List<OutOfRangeValue> outOfRange = new ArrayList<>();
        for (Signal signal : OF_ENGINE) {
            if (signal.kind() == Signal.Kind.HISTOGRAM) {
                histogram(byName, signal).ifPresent(found -> histograms.put(signal.id(), found));
            } else {
                value(byName, signal, outOfRange).ifPresent(found -> values.put(signal.id(), found));
            }
        }
        Map<String, String> info = info(page, origin);
        outOfRange.forEach(unused -> unused.addTo(info));
        return new EngineSignals(
                origin.name(),
                model(byName),
                processStartSeconds(page, origin),
                values,
                histograms,
                info,
                byName.keySet().stream().allMatch(name -> name.startsWith(ROUTER_PREFIX)));
    }

    /** @param outOfRange takes what the signal cannot be: its sum or average with others is not known either */
    private static Optional<Double> value(
            Map<String, List<Sample>> byName, Signal signal, List<OutOfRangeValue> outOfRange) {
        for (Exposition exposition : signal.expositions()) {
            for (String name : exposition.spellings()) {
                double[] found = sources(signal, byName.getOrDefault(name, List.of())).stream()
                        .mapToDouble(Sample::value)
                        .filter(value -> !PrometheusNumbers.isMissing(value))
                        .map(value -> value * exposition.factor())
                        .toArray();
                OptionalDouble wrong = Arrays.stream(found)
                        .filter(value -> !signal.canBe(value))
                        .findFirst();
                if (wrong.isPresent()) {
                    outOfRange.add(new OutOfRangeValue(signal, name, wrong.getAsDouble()));
                    return Optional.empty();
                }
                if (found.length > 0) {
                    double sum = Arrays.stream(found).sum();
                    return Optional.of(signal.isAveraged() ? sum / found.length : sum);
                }
            }
        }
        return Optional.empty();
    }

    private static List<Sample> sources(Signal signal, List<Sample> samples) {
        return signal.id().startsWith(GPU_PREFIX) ? SampleSets.perDevice(samples) : SampleSets.counted(samples);
    }

    private static Optional<ServerHistogram> histogram(Map<String, List<Sample>> byName, Signal signal) {
        return signal.expositions().stream()
                .flatMap(exposition -> exposition.spellings().stream())
                .map(name -> histogram(byName, name))
                .flatMap(Optional::stream)
                .findFirst();
    }

    private static Optional<ServerHistogram> histogram(Map<String, List<Sample>> byName, String name) {
        TreeMap<Double, Double> buckets = new TreeMap<>();
        for (Sample bucket : SampleSets.counted(byName.getOrDefault(name + "_bucket", List.of()))) {
            buckets.merge(bound(bucket), bucket.value(), Double::sum);
        }
        if (buckets.isEmpty()) {
            return Optional.empty();
        }
        double[] sums = values(byName, name + "_sum");
        double[] counts = values(byName, name + "_count");
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

    private static double[] values(Map<String, List<Sample>> byName, String name) {
        return SampleSets.counted(byName.getOrDefault(name, List.of())).stream()
                .mapToDouble(Sample::value)
                .toArray();
    }

    private static double bound(Sample bucket) {
        try {
            return PrometheusNumbers.parse(bucket.label("le"));
        } catch (NumberFormatException e) {
            return Double.POSITIVE_INFINITY;
        }
    }

    /** Empty for a GPU, whose own model some exporters name so. */
    private static String modelOf(Sample sample) {
        return GPU_SERIES.contains(sample.name()) ? "" : Origin.first(sample, MODEL);
    }

    private static String model(Map<String, List<Sample>> byName) {
        return Signal.RUNNING.expositions().stream()
                .flatMap(exposition -> exposition.spellings().stream())
                .flatMap(name -> byName.getOrDefault(name, List.of()).stream())
                .map(SignalReader::modelOf)
                .findFirst()
                .orElse("");
    }

    /** Labels of the info series, e.g. of {@code vllm:cache_config_info}; of several, the one with the largest value. */
    private static Map<String, String> info(Page page, Origin origin) {
        Map<String, Sample> newest = new LinkedHashMap<>();
        for (Sample sample : page.samples()) {
            if (sample.name().endsWith(INFO_SUFFIX) && !sample.name().startsWith("python") && isOf(origin, sample)) {
                newest.merge(sample.name(), sample, (one, other) -> other.value() > one.value() ? other : one);
            }
        }
        Map<String, String> info = new LinkedHashMap<>();
        newest.forEach((name, sample) -> {
            String series = CACHE_CONFIGS.contains(name) ? CACHE_CONFIG : name;
            sample.labels().forEach((key, value) -> info.put(series + "." + key, value));
        });
        return info;
    }

    private static boolean isOf(Origin origin, Sample sample) {
        Origin ofSample = Origin.of(sample, Origin.PageScope.ONE);
        boolean ofRank = sample.label("engine").isEmpty() || ofSample.rank().equals(origin.rank());
        return ofRank && (ofSample.replica().isEmpty() || ofSample.replica().equals(origin.replica()));
    }
}
