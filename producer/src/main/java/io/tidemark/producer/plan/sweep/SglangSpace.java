package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.StrictYamlFile;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Empty;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlReader;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The space of a configuration of SGLang's {@code auto_benchmark} (python/sglang/auto_benchmark_lib.py, {@code build_server_candidates}):
 * {@code server.base_flags}, {@code server.search_space} and {@code server.parallel} under {@code search.tier} and
 * {@code search.max_candidates}. What else such a file has (data set, loads, limits) is the plan's affair.
 */
final class SglangSpace {
    private static final Map<String, String> ALIASES =
            Map.of("tp", "tp-size", "pp", "pp-size", "dp", "dp-size", "ep", "ep-size");
    private static final String GPU_COUNT = "gpu-count";
    private static final int DEFAULT_TIER = 2;
    private static final int DEFAULT_MAX_CANDIDATES = 8;

    /** What a tier takes of the space: flags, values of each, and how many of the flags are multiplied. */
    private enum Tier {
        ONE(6, 2, 0),
        TWO(8, 3, 3),
        THREE(Integer.MAX_VALUE, Integer.MAX_VALUE, Integer.MAX_VALUE);

        private final int flags;
        private final int values;
        private final int multiplied;

        Tier(int flags, int values, int multiplied) {
            this.flags = flags;
            this.values = values;
            this.multiplied = multiplied;
        }
    }

    private final Path file;
    private final FlagReader flags;
    private final YamlProblems problems;

    /**
     * What the file says.
     *
     * @param base flags of every candidate that are not searched, also of the default
     * @param candidates with the flags that are searched; the first has them as the base does
     */
    record Space(Map<String, String> base, List<Candidate> candidates, List<String> remarks) {}

    SglangSpace(Path file, FlagReader flags, YamlProblems problems) {
        this.file = file;
        this.flags = flags;
        this.problems = problems;
    }

    Optional<Space> read() {
        YamlNode node = YamlReader.root(StrictYamlFile.readText(file), file.toString(), problems);
        if (!(node instanceof Mapping root) || root.section("server").isEmpty()) {
            problems.add(
                    node.origin(),
                    String.valueOf(file.getFileName()),
                    "must be a configuration of SGLang's auto_benchmark, with server.search_space");
            return Optional.empty();
        }
        Mapping server = root.section("server").get();
        Map<String, String> base = new LinkedHashMap<>();
        Map<String, List<String>> space = new LinkedHashMap<>();
        Mapping parallel = server.section("parallel").orElse(new Mapping(server.origin(), Map.of()));
        server.section("base_flags")
                .ifPresent(given -> flags.flags(nullsToDefaults(given), "server.base_flags")
                        .forEach((flag, value) -> base.put(alias(flag), left(value))));
        server.section("search_space")
                .ifPresent(given -> flags.lists(nullsToDefaults(given), "server.search_space")
                        .forEach((flag, values) -> space.put(alias(flag), values)));
        Map<String, List<String>> parallelism = flags.lists(parallel, "server.parallel");
        Optional<String> gpus =
                Optional.ofNullable(parallelism.remove(GPU_COUNT)).map(values -> values.get(0));
        parallelism.forEach((flag, values) -> {
            base.putIfAbsent(alias(flag), values.get(0));
            space.put(alias(flag), values);
        });
        flags.seen().remove(GPU_COUNT);
        if (space.isEmpty() || space.containsValue(List.of())) {
            problems.add(server.origin(), "server.search_space", "must have at least one flag, each with its values");
            return Optional.empty();
        }
        Tier tier = tier(root);
        List<Map<String, String>> all = candidates(space, tier);
        if (!parallel.entries().isEmpty()) {
            all = all.stream()
                    .map(candidate -> withReplicas(candidate, base, gpus, parallel.origin()))
                    .toList();
        }
        return Optional.of(limited(root, base, space, all));
    }

    private Space limited(
            Mapping root, Map<String, String> base, Map<String, List<String>> space, List<Map<String, String>> all) {
        Set<String> swept = new LinkedHashSet<>(space.keySet());
        all.forEach(candidate -> swept.addAll(candidate.keySet()));
        Map<String, String> start = new LinkedHashMap<>(base);
        start.keySet().retainAll(swept);
        Set<Map<String, String>> unique = new LinkedHashSet<>();
        all.forEach(candidate -> {
            Map<String, String> whole = new LinkedHashMap<>(start);
            whole.putAll(candidate);
            unique.add(whole);
        });
        int most = maxCandidates(root).orElse(Integer.MAX_VALUE);
        List<Candidate> candidates = unique.stream()
                .limit(most)
                .map(flag ->
                        new Candidate(root.origin(), String.valueOf(file.getFileName()), Optional.empty(), flag, false))
                .toList();
        List<String> remarks = new ArrayList<>();
        if (unique.size() > most) {
            remarks.add(file.getFileName() + ": search.max_candidates takes the first " + most + " of " + unique.size()
                    + " candidates; null takes all");
        }
        Map<String, String> kept = new LinkedHashMap<>(base);
        kept.keySet().removeAll(swept);
        kept.values().removeIf(ServerPlan.DEFAULT_VALUE::equals);
        return new Space(kept, candidates, remarks);
    }

    private static List<Map<String, String>> candidates(Map<String, List<String>> space, Tier tier) {
        Map<String, List<String>> head = new LinkedHashMap<>();
        Map<String, List<String>> tail = new LinkedHashMap<>();
        space.entrySet().stream().limit(tier.flags).forEach(flag -> {
            List<String> values = flag.getValue().stream()
                    .limit(tier.values)
                    .map(SglangSpace::left)
                    .toList();
            (head.size() < tier.multiplied ? head : tail).put(flag.getKey(), values);
        });
        List<Map<String, String>> all = new ArrayList<>(List.of(Map.of()));
        if (!head.isEmpty()) {
            all.addAll(Combinations.product(head));
        }
        tail.forEach((flag, values) -> values.forEach(value -> all.add(Map.of(flag, value))));
        return all;
    }

    /** As many data-parallel replicas as the accelerators leave, where parallelism is searched. */
    private Map<String, String> withReplicas(
            Map<String, String> candidate, Map<String, String> base, Optional<String> gpus, SourceLocation origin) {
        if (candidate.containsKey("dp-size") || base.containsKey("dp-size")) {
            return candidate;
        }
        long shard = whole(candidate, base, "tp-size") * whole(candidate, base, "pp-size");
        long total = gpus.flatMap(ServerFlag::number).map(Number::longValue).orElse(0L);
        if (total < 1 || shard < 1 || total % shard != 0) {
            problems.add(
                    origin,
                    "server.parallel.gpu_count",
                    "must be a multiple of tp_size x pp_size, which is " + shard + ", but was "
                            + gpus.orElse("not given"));
            return candidate;
        }
        return Combinations.with(candidate, "dp-size", String.valueOf(total / shard));
    }

    private static long whole(Map<String, String> candidate, Map<String, String> base, String flag) {
        String value = candidate.getOrDefault(flag, base.getOrDefault(flag, "1"));
        return ServerFlag.number(value).map(Number::longValue).orElse(0L);
    }

    private Tier tier(Mapping root) {
        Optional<String> given = root.section("search").flatMap(search -> scalar(search, "tier"));
        String text = given.orElse(String.valueOf(DEFAULT_TIER));
        if (!text.matches("[123]")) {
            problems.add(root.origin(), "search.tier", "must be 1, 2 or 3 but was " + text);
            return Tier.TWO;
        }
        return Tier.values()[Integer.parseInt(text) - 1];
    }

    private Optional<Integer> maxCandidates(Mapping root) {
        Optional<Mapping> search = root.section("search");
        boolean isNull = search.map(given -> given.entries().get("max_candidates"))
                .filter(entry -> entry.value() instanceof Empty)
                .isPresent();
        if (isNull) {
            return Optional.empty();
        }
        String text =
                search.flatMap(given -> scalar(given, "max_candidates")).orElse(String.valueOf(DEFAULT_MAX_CANDIDATES));
        if (!text.matches("[1-9]\\d{0,5}")) {
            problems.add(
                    root.origin(), "search.max_candidates", "must be a whole number >= 1, or null, but was " + text);
            return Optional.empty();
        }
        return Optional.of(Integer.parseInt(text));
    }

    private static String alias(String flag) {
        return ALIASES.getOrDefault(flag, flag);
    }

    /** SGLang leaves a flag out that is false. */
    private static String left(String value) {
        return value.equals("false") ? ServerPlan.DEFAULT_VALUE : value;
    }

    /** SGLang leaves a flag out that is null. */
    private static Mapping nullsToDefaults(Mapping mapping) {
        Map<String, Entry> entries = new LinkedHashMap<>();
        mapping.entries()
                .forEach((key, entry) -> entries.put(key, new Entry(entry.origin(), nullToDefault(entry.value()))));
        return new Mapping(mapping.origin(), entries);
    }

    private static YamlNode nullToDefault(YamlNode node) {
        if (node instanceof Sequence list) {
            return new Sequence(
                    list.origin(),
                    list.items().stream().map(SglangSpace::nullToDefault).toList());
        }
        return node instanceof Empty ? new Scalar(node.origin(), ServerPlan.DEFAULT_VALUE) : node;
    }

    private static Optional<String> scalar(Mapping mapping, String key) {
        return Optional.ofNullable(mapping.entries().get(key))
                .map(Entry::value)
                .filter(Scalar.class::isInstance)
                .map(value -> ((Scalar) value).text());
    }
}
