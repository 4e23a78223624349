package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.PhaseLoad;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.sweep.SweepConstraints.Rule;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueType.InvalidValueException;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
import io.tidemark.producer.yaml.YamlNode.Sequence;
import io.tidemark.producer.yaml.YamlProblems;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;

/**
 * Reads the {@code sweep} section of a plan. Each of {@code combinations}, {@code grid}, {@code zip}, {@code random}, {@code serve_params} and
 * {@code sglang} lists combinations; what they list is put one after the other, derived, held against the constraints, and taken once. Loads of
 * {@code bench_params} are then multiplied with it.
 */
public final class SweepReader {
    private static final String SECTION = "sweep";
    private static final int MAX_REPEAT = 1_000;
    private static final int MAX_LISTED = 100_000;
    private static final List<String> SOURCES =
            List.of("combinations", "grid", "zip", "random", "serve_params", "bench_params", "sglang");

    private final YamlSection root;
    private final Surroundings plan;
    private final YamlProblems problems;
    private final FlagReader flags;
    private final List<String> remarks = new ArrayList<>();
    private final Map<String, String> base = new LinkedHashMap<>();

    /**
     * What a sweep needs to know of its plan.
     *
     * @param tree the whole plan
     * @param phases that the plan lists; empty for none
     * @param file reads the path of a file that is there
     * @param loads makes the load of a phase from a plan's tree; it may tell problems
     */
    public record Surroundings(
            Mapping tree,
            ReadContext reading,
            List<PhasePlan> phases,
            long seed,
            ValueType<Path> file,
            Function<Mapping, PhaseLoad> loads) {
        public Surroundings {
            phases = List.copyOf(phases);
        }
    }

    /** A sweep, and its phases in the order of {@link SweepPlan#phases()}. */
    public record Result(SweepPlan sweep, List<PhasePlan> phases) {
        public Result {
            phases = List.copyOf(phases);
        }
    }

    public SweepReader(YamlSection root, Surroundings plan) {
        this.root = root;
        this.plan = plan;
        this.problems = root.problems();
        this.flags = new FlagReader(problems);
    }

    /** Empty for a plan without a sweep, and where problems were told that leave no phase. */
    public Optional<Result> read() {
        return root.section(SECTION).flatMap(this::read);
    }

    private Optional<Result> read(YamlSection sweep) {
        if (SOURCES.stream().filter(sweep::has).count() == 0) {
            sweep.refuse("must have at least one of " + String.join(", ", SOURCES));
        }
        int repeat = sweep.optional("repeat", ValueTypes.COUNT).orElse(SweepPlan.DEFAULT_REPEAT);
        if (repeat > MAX_REPEAT) {
            sweep.refuse("repeat", "must be at most " + MAX_REPEAT + " but was " + repeat);
        }
        long orderSeed = sweep.optional("order_seed", ValueTypes.SEED).orElse(plan.seed());
        boolean withDefault = sweep.optional("default", ValueTypes.SWITCH).orElse(true);
        List<Candidate> listed = listed(sweep);
        Optional<RandomSpace> random =
                sweep.section("random").flatMap(given -> RandomSpace.read(given, plan.reading(), flags, plan.seed()));
        SweepConstraints constraints = constraints(sweep, listed, random);
        Set<Map<String, String>> taken = new LinkedHashSet<>();
        List<Candidate> candidates = feasible(listed, constraints, taken);
        random.ifPresent(space -> candidates.addAll(drawn(space, constraints, taken)));
        constraints.refuseInfeasible(origin(), SECTION, !candidates.isEmpty());
        remarks.addAll(constraints.remarks());
        List<SweepLoad> loads = loads(sweep);
        LinkedVariables links = links(sweep, candidates, loads);
        refuseFlagsSetTwice(sweep);
        sweep.refuseUnknownKeys();
        SweepPhases phases = new SweepPhases(plan.phases(), base, problems);
        Optional<SweepPhases.Made> whole = phases.of(candidates, loads, links, withDefault);
        if (whole.isEmpty() && problems.isEmpty()) {
            sweep.refuse("must leave at least one phase: give combinations, or leave out default: false");
        }
        return whole.map(made -> new Result(
                new SweepPlan(
                        made.phases().stream().map(PhasePlan::name).toList(),
                        made.defaults(),
                        made.flags(),
                        repeat,
                        orderSeed,
                        remarks),
                made.phases()));
    }

    /** All that is spelled out, in the order of {@link #SOURCES}. */
    private List<Candidate> listed(YamlSection sweep) {
        List<Candidate> listed = new ArrayList<>(combinations(sweep));
        sweep.tree("grid").ifPresent(grid -> {
            Map<String, List<String>> lists = lists(grid, "grid");
            if (isListable(Combinations.productSize(lists), grid.origin(), "grid")) {
                listed.addAll(candidates(Combinations.product(lists), grid.origin(), "grid"));
            }
        });
        sweep.tree("zip").ifPresent(zip -> {
            Map<String, List<String>> lists = lists(zip, "zip");
            if (lists.values().stream().map(List::size).distinct().count() > 1) {
                problems.add(
                        zip.origin(),
                        SECTION + ".zip",
                        "must have lists of one length but has "
                                + String.join(
                                        ", ",
                                        lists.entrySet().stream()
                                                .map(list -> list.getKey() + " with "
                                                        + list.getValue().size())
                                                .toList()));
                return;
            }
            listed.addAll(candidates(Combinations.zip(lists), zip.origin(), "zip"));
        });
        sweep.optional("serve_params", plan.file()).ifPresent(file -> listed.addAll(served(file)));
        sweep.optional("sglang", plan.file())
                .flatMap(file -> new SglangSpace(file, flags, problems).read())
                .ifPresent(space -> {
                    base.putAll(space.base());
                    remarks.addAll(space.remarks());
                    listed.addAll(space.candidates());
                });
        return listed;
    }

    private List<Candidate> combinations(YamlSection sweep) {
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
            Candidate candidate = new Candidate(own.map(Mapping::origin).orElse(origin()), path, name, values, true);
            if (!unique.add(canonical(candidate.flags()))) {
                given.refuse("flags", "must be unique but the combination " + candidate.format() + " is given twice");
            }
            if (name.filter(SweepPlan.DEFAULT_PHASE::equals).isPresent() && !candidate.isDefault()) {
                given.refuse("name", "must not be default, which is the phase that leaves every swept flag out");
            }
            candidates.add(candidate);
        }
        return candidates;
    }

    private Map<String, List<String>> lists(Mapping mapping, String key) {
        if (mapping.entries().isEmpty()) {
            problems.add(mapping.origin(), SECTION + "." + key, "must have at least one flag with its values");
        }
        return flags.lists(mapping, SECTION + "." + key);
    }

    private boolean isListable(long size, SourceLocation origin, String key) {
        if (size <= MAX_LISTED) {
            return size > 0;
        }
        problems.add(
                origin,
                SECTION + "." + key,
                "must have at most " + MAX_LISTED + " combinations before constraints but has "
                        + (size == Long.MAX_VALUE ? "more than can be counted" : size)
                        + "; give fewer values, or draw some of them: random: {count: 50, space: ...}");
        return false;
    }

    private static List<Candidate> candidates(
            List<Map<String, String>> combinations, SourceLocation origin, String key) {
        return combinations.stream()
                .filter(combination -> !combination.isEmpty())
                .map(combination -> new Candidate(origin, SECTION + "." + key, Optional.empty(), combination, false))
                .toList();
    }

    private List<Candidate> served(Path file) {
        return ParameterFile.read(file, problems).stream()
                .map(item -> new Candidate(
                        item.origin(), item.path(), item.name(), flags.flags(item.values(), item.path()), false))
                .toList();
    }

    private SweepConstraints constraints(YamlSection sweep, List<Candidate> listed, Optional<RandomSpace> random) {
        Map<String, String> known = new LinkedHashMap<>(serverFlags());
        known.putAll(base);
        Set<String> names = new LinkedHashSet<>(flags.seen());
        Optional<Mapping> defaults = sweep.tree("defaults");
        FlagReader apart = new FlagReader(problems);
        defaults.ifPresent(given -> known.putAll(apart.flags(given, SECTION + ".defaults")));
        names.addAll(known.keySet());
        List<Rule> derived = new ArrayList<>();
        sweep.tree("derived")
                .ifPresent(given -> flags.entries(given, SECTION + ".derived").forEach((flag, entry) -> {
                    rule(entry.value(), SECTION + ".derived." + flag, flag, names)
                            .ifPresent(derived::add);
                    names.add(flag);
                }));
        List<Rule> where = new ArrayList<>();
        List<YamlNode> written = written(sweep, "where");
        for (int i = 0; i < written.size(); i++) {
            rule(written.get(i), SECTION + ".where[" + i + "]", "", names).ifPresent(where::add);
        }
        if (listed.isEmpty() && random.isEmpty() && !(derived.isEmpty() && where.isEmpty())) {
            sweep.refuse(
                    "where and derived need combinations: grid, zip, combinations, random, serve_params or sglang");
        }
        return new SweepConstraints(derived, where, known, problems);
    }

    private List<YamlNode> written(YamlSection sweep, String key) {
        sweep.oneOrMore(key, ValueTypes.TEXT);
        return plan.tree().section(SECTION)
                .flatMap(section -> Optional.ofNullable(section.entries().get(key)))
                .map(Entry::value)
                .stream()
                .flatMap(value -> value instanceof Sequence list ? list.items().stream() : Stream.of(value))
                .toList();
    }

    private Optional<Rule> rule(YamlNode node, String path, String flag, Set<String> names) {
        if (!(node instanceof Scalar scalar)) {
            problems.add(node.origin(), path, "must be an expression over flags");
            return Optional.empty();
        }
        try {
            return Optional.of(new Rule(node.origin(), path, flag, FlagExpression.parse(scalar.text(), names)));
        } catch (InvalidValueException e) {
            problems.add(node.origin(), path, e.getMessage() + " but was " + scalar.text());
            return Optional.empty();
        }
    }

    private List<Candidate> feasible(
            List<Candidate> listed, SweepConstraints constraints, Set<Map<String, String>> taken) {
        List<Candidate> feasible = new ArrayList<>();
        int duplicates = 0;
        for (Candidate candidate : listed) {
            Optional<Candidate> whole = constraints.apply(candidate);
            if (whole.isPresent() && taken.add(canonical(whole.get().flags()))) {
                feasible.add(whole.get());
            } else if (whole.isPresent()) {
                duplicates++;
            }
        }
        if (duplicates > 0) {
            remarks.add("combinations that were listed more than once are taken once: " + duplicates + " left out");
        }
        return feasible;
    }

    private List<Candidate> drawn(RandomSpace space, SweepConstraints constraints, Set<Map<String, String>> taken) {
        List<Candidate> drawn = space.draw(candidate -> Optional.of(candidate)
                .filter(flags -> !flags.isDefault())
                .flatMap(constraints::apply)
                .filter(whole -> taken.add(canonical(whole.flags()))));
        if (drawn.size() < space.count() && !drawn.isEmpty()) {
            problems.add(
                    space.origin(),
                    SECTION + ".random.count",
                    "must be at most the number of different combinations of the space that meet the constraints, about "
                            + drawn.size() + ", but was " + space.count());
        }
        return drawn;
    }

    private List<SweepLoad> loads(YamlSection sweep) {
        Optional<Path> file = sweep.optional("bench_params", plan.file());
        if (file.isEmpty()) {
            return List.of(SweepLoad.OF_PLAN);
        }
        FlagReader parameters = new FlagReader(problems);
        BenchParameters bench = new BenchParameters(plan.tree(), problems);
        List<SweepLoad> loads = new ArrayList<>();
        for (ParameterFile.Item item : ParameterFile.read(file.get(), problems)) {
            Map<String, Entry> entries = parameters.entries(item.values(), item.path());
            Map<String, String> values = parameters.flags(item.values(), item.path());
            Mapping changed = bench.applied(entries, item.path());
            loads.add(new SweepLoad(
                    item.name().orElse(""),
                    values,
                    Optional.of(plan.loads().apply(changed)).map(load -> withParameters(load, values))));
        }
        return loads;
    }

    private static PhaseLoad withParameters(PhaseLoad load, Map<String, String> parameters) {
        return new PhaseLoad(load.steps(), load.workload(), load.workloadOptions(), load.workloadHash(), parameters);
    }

    private LinkedVariables links(YamlSection sweep, List<Candidate> candidates, List<SweepLoad> loads) {
        LinkedVariables links =
                sweep.optional("link_vars", LinkedVariables::parse).orElse(LinkedVariables.NONE);
        Set<String> ofServer = new LinkedHashSet<>();
        candidates.forEach(candidate -> ofServer.addAll(candidate.flags().keySet()));
        Set<String> ofLoad = new LinkedHashSet<>();
        loads.forEach(load -> ofLoad.addAll(load.parameters().keySet()));
        links.unknown(ofServer, ofLoad).forEach(words -> sweep.refuse("link_vars", words));
        return links;
    }

    /** A flag has one place that sets it: the sweep, a phase of the plan, or the server. */
    private void refuseFlagsSetTwice(YamlSection sweep) {
        for (PhasePlan phase : plan.phases()) {
            phase.flags().keySet().stream()
                    .filter(flag -> flags.seen().contains(ServerFlag.canonicalName(flag)))
                    .sorted()
                    .forEach(flag -> root.refuse(
                            "phases",
                            "must not set " + flag + " (phase " + phase.name()
                                    + "), which the sweep varies; list such a phase under sweep.combinations"));
        }
        serverFlags().keySet().stream()
                .filter(flags.seen()::contains)
                .forEach(flag -> sweep.refuse(
                        "must not vary " + flag + ", which server.flags sets; take it out there, or out of the sweep"));
    }

    private Map<String, String> serverFlags() {
        Map<String, String> found = new LinkedHashMap<>();
        plan.tree()
                .section("server")
                .flatMap(server -> server.section("flags"))
                .ifPresent(given -> given.entries().forEach((name, entry) -> {
                    if (entry.value() instanceof Scalar scalar) {
                        found.put(ServerFlag.canonicalName(name), scalar.text());
                    }
                }));
        return found;
    }

    private SourceLocation origin() {
        return plan.tree().section(SECTION)
                .map(Mapping::origin)
                .orElse(plan.tree().origin());
    }

    private static Map<String, String> canonical(Map<String, String> flags) {
        Map<String, String> canonical = new LinkedHashMap<>();
        flags.forEach((flag, value) -> canonical.put(flag, ServerFlag.canonicalValue(value)));
        return canonical;
    }
}
