package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.sweep.SglangSpace.Space;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/**
 * Reads the combinations that a sweep spells out: {@code combinations}, {@code grid}, {@code zip}, {@code serve_params} and {@code sglang}, one
 * after the other.
 */
final class ListedCombinations {
    private static final String SECTION = "sweep";
    private static final int MAX_LISTED = 100_000;

    private final YamlSection sweep;
    private final SourceLocation origin;
    private final FlagReader flags;
    private final ValueType<Path> file;
    private final YamlProblems problems;

    /**
     * What is listed.
     *
     * @param base flags of every phase of the sweep
     * @param remarks what is to be reported of it before anything starts
     */
    record Listed(List<Candidate> candidates, Map<String, String> base, List<String> remarks) {}

    /** @param file reads the path of a file that is there */
    ListedCombinations(YamlSection sweep, SourceLocation origin, FlagReader flags, ValueType<Path> file) {
        this.sweep = sweep;
        this.origin = origin;
        this.flags = flags;
        this.file = file;
        this.problems = sweep.problems();
    }

    Listed read() {
        List<Candidate> listed = new ArrayList<>(combinations());
        sweep.tree("grid").ifPresent(grid -> listed.addAll(grid(grid)));
        sweep.tree("zip").ifPresent(zip -> listed.addAll(zip(zip)));
        sweep.optional("serve_params", file).ifPresent(given -> listed.addAll(served(given)));
        Optional<Space> sglang =
                sweep.optional("sglang", file).flatMap(given -> new SglangSpace(given, flags, problems).read());
        sglang.ifPresent(space -> listed.addAll(space.candidates()));
        return new Listed(
                listed,
                sglang.map(Space::base).orElse(Map.of()),
                sglang.map(Space::remarks).orElse(List.of()));
    }

    private List<Candidate> combinations() {
        List<Candidate> candidates = new ArrayList<>();
        Set<Map<String, String>> unique = new LinkedHashSet<>();
        if (sweep.isEmptyList("combinations")) {
            sweep.refuse("combinations", "must have at least one combination");
        }
        for (YamlSection given : sweep.sections("combinations")) {
            String path = SECTION + ".combinations[" + candidates.size() + "]";
            Optional<String> name = given.optional("name", ValueTypes.NAME);
            Optional<Mapping> own = given.tree("flags");
            if (own.isEmpty()) {
                given.refuse("flags", "is required: the flags of this combination");
            }
            given.refuseUnknownKeys();
            Map<String, String> values =
                    own.map(mapping -> flags.flags(mapping, path + ".flags")).orElse(Map.of());
            Candidate candidate = new Candidate(own.map(Mapping::origin).orElse(origin), path, name, values, true);
            if (!unique.add(candidate.key())) {
                given.refuse("flags", "must be unique but the combination " + candidate.format() + " is given twice");
            }
            if (name.filter(SweepPlan.DEFAULT_PHASE::equals).isPresent() && !candidate.isDefault()) {
                given.refuse("name", "must not be default, which is the phase that leaves every swept flag out");
            }
            candidates.add(candidate);
        }
        return candidates;
    }

    private List<Candidate> grid(Mapping grid) {
        Map<String, List<String>> lists = lists(grid, "grid");
        long size = Combinations.productSize(lists);
        if (size > MAX_LISTED) {
            problems.add(
                    grid.origin(),
                    SECTION + ".grid",
                    "must have at most " + MAX_LISTED + " combinations before constraints but has "
                            + (size == Long.MAX_VALUE ? "more than can be counted" : size)
                            + "; give fewer values, or draw some of them: random: {count: 50, space: ...}");
            return List.of();
        }
        return candidates(Combinations.product(lists), grid.origin(), "grid");
    }

    private List<Candidate> zip(Mapping zip) {
        Map<String, List<String>> lists = lists(zip, "zip");
        if (lists.values().stream().map(List::size).distinct().count() > 1) {
            String lengths = lists.entrySet().stream()
                    .map(list -> list.getKey() + " with " + list.getValue().size())
                    .collect(Collectors.joining(", "));
            problems.add(zip.origin(), SECTION + ".zip", "must have lists of one length but has " + lengths);
            return List.of();
        }
        return candidates(Combinations.zip(lists), zip.origin(), "zip");
    }

    private Map<String, List<String>> lists(Mapping mapping, String key) {
        if (mapping.entries().isEmpty()) {
            problems.add(mapping.origin(), SECTION + "." + key, "must have at least one flag with its values");
        }
        return flags.lists(mapping, SECTION + "." + key);
    }

    private static List<Candidate> candidates(
            List<Map<String, String>> combinations, SourceLocation origin, String key) {
        return combinations.stream()
                .filter(combination -> !combination.isEmpty())
                .map(combination -> new Candidate(origin, SECTION + "." + key, Optional.empty(), combination, false))
                .toList();
    }

    private List<Candidate> served(Path given) {
        return ParameterFile.read(given, problems).stream()
                .map(item -> new Candidate(
                        item.origin(), item.path(), item.name(), flags.flags(item.values(), item.path()), false))
                .toList();
    }
}
