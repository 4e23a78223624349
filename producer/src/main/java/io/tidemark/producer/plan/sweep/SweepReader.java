package io.tidemark.producer.plan.sweep;

import io.tidemark.producer.plan.PhaseLoad;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.server.ServerFlag;
import io.tidemark.producer.plan.sweep.ListedCombinations.Listed;
import io.tidemark.producer.yaml.ReadContext;
import io.tidemark.producer.yaml.SourceLocation;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlNode.Entry;
import io.tidemark.producer.yaml.YamlNode.Mapping;
import io.tidemark.producer.yaml.YamlNode.Scalar;
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

/**
 * Reads the {@code sweep} section of a plan. Each of {@code combinations}, {@code grid}, {@code zip}, {@code random}, {@code serve_params} and
 * {@code sglang} lists combinations; what they list is put one after the other, derived, held against the constraints, and taken once. Loads of
 * {@code bench_params} are then multiplied with it.
 */
public final class SweepReader {
    private static final String SECTION = "sweep";
    private static final int MAX_REPEAT = 1_000;
    private static final List<String> SOURCES =
            List.of("combinations", "grid", "zip", "random", "serve_params", "bench_params", "sglang");

    private final YamlSection root;
    private final PlanContext plan;
    private final YamlProblems problems;
    private final FlagReader flags;
    private final List<String> remarks = new ArrayList<>();

    /**
     * What a sweep needs to know of its plan.
     *
     * @param tree the whole plan
     * @param phases that the plan lists; empty for none
     * @param file reads the path of a file that is there
     * @param loads makes the load of a phase from a plan's tree; it may report problems
     */
    public record PlanContext(
            Mapping tree,
            ReadContext reading,
            List<PhasePlan> phases,
            long seed,
            ValueType<Path> file,
            Function<Mapping, PhaseLoad> loads) {
        public PlanContext {
            phases = List.copyOf(phases);
        }
    }

    /** A sweep, and its phases in the order of {@link SweepPlan#phases()}. */
    public record Result(SweepPlan sweep, List<PhasePlan> phases) {
        public Result {
            phases = List.copyOf(phases);
        }
    }

    public SweepReader(YamlSection root, PlanContext plan) {
        this.root = root;
        this.plan = plan;
        this.problems = root.problems();
        this.flags = new FlagReader(problems);
    }

    /** Empty for a plan without a sweep, and where reported problems leave no phase. */
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
        Listed spelledOut = new ListedCombinations(sweep, origin(), flags, plan.file()).read();
        remarks.addAll(spelledOut.remarks());
        Optional<RandomSpace> random =
                sweep.section("random").flatMap(given -> RandomSpace.read(given, plan.reading(), flags, plan.seed()));
        SweepConstraints constraints = constraints(sweep, spelledOut, random);
        Set<Map<String, String>> taken = new LinkedHashSet<>();
        List<Candidate> candidates = feasible(spelledOut.candidates(), constraints, taken);
        random.ifPresent(space -> candidates.addAll(drawn(space, constraints, taken)));
        constraints.refuseInfeasible(origin(), SECTION, !candidates.isEmpty());
        remarks.addAll(constraints.remarks());
        List<SweepLoad> loads = loads(sweep);
        LinkedVariables links = links(sweep, candidates, loads);
        refuseFlagsSetTwice(sweep);
        sweep.refuseUnknownKeys();
        SweepPhases phases = new SweepPhases(plan.phases(), spelledOut.base(), problems);
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

    private SweepConstraints constraints(YamlSection sweep, Listed spelledOut, Optional<RandomSpace> random) {
        Map<String, String> fixed = new LinkedHashMap<>(serverFlags());
        fixed.putAll(spelledOut.base());
        SweepConstraints constraints = new ConstraintsReader(sweep, plan.tree().section(SECTION), flags).read(fixed);
        if (spelledOut.candidates().isEmpty() && random.isEmpty() && !constraints.areNone()) {
            sweep.refuse(
                    "where and derived need combinations: grid, zip, combinations, random, serve_params or sglang");
        }
        return constraints;
    }

    private List<Candidate> feasible(
            List<Candidate> listed, SweepConstraints constraints, Set<Map<String, String>> taken) {
        List<Candidate> feasible = new ArrayList<>();
        int duplicates = 0;
        for (Candidate candidate : listed) {
            Optional<Candidate> whole = constraints.apply(candidate);
            if (whole.isPresent() && taken.add(whole.get().key())) {
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
                .filter(whole -> taken.add(whole.key())));
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
        links.unknown(ofServer, ofLoad).forEach(description -> sweep.refuse("link_vars", description));
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
        return plan.tree()
                .section(SECTION)
                .map(Mapping::origin)
                .orElse(plan.tree().origin());
    }
}
