package io.tidemark.reports.compare;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.events.RunStatus;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.ExperimentRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * Finds what a person names in a store: {@code experiment/phase}, a phase alone where it is the only one of its name, run ids, or a baseline
 * as {@code @NAME}.
 */
public final class SideSelector {
    private static final JsonMapper JSON = new JsonMapper();
    private static final String RUN_ID = "[0-9A-HJKMNP-TV-Z]{26}";

    private final ResultReader results;
    private final SideFilter narrowing;

    public SideSelector(ResultReader results, SideFilter narrowing) {
        this.results = results;
        this.narrowing = narrowing;
    }

    /**
     * What is looked at at all.
     *
     * @param newest of a phase's runs that count at most; those of a baseline are fixed
     */
    public record SideFilter(Optional<Team> team, Optional<String> experiment, int newest) {
        public static final SideFilter NONE = new SideFilter(Optional.empty(), Optional.empty(), Integer.MAX_VALUE);
    }

    /**
     * The runs that are named.
     *
     * @throws InvalidInputException naming what there is where nothing, or more than one thing, has that name
     */
    public ComparedSide side(String named) {
        if (named.startsWith(BaselineSelector.MARK)) {
            return baseline(named);
        }
        List<String> ids = List.of(named.split(",", -1));
        if (ids.stream().allMatch(id -> id.matches(RUN_ID))) {
            return counted(named, ids.stream().distinct().map(this::run).toList());
        }
        return phase(phase(named));
    }

    private ComparedSide baseline(String named) {
        Baseline baseline =
                new BaselineSelector(results, narrowing.team()).named(named.substring(BaselineSelector.MARK.length()));
        return stored(
                named,
                baseline.runs().stream()
                        .map(id -> new RunKey(baseline.team(), id))
                        .toList());
    }

    private ComparedSide stored(String named, List<RunKey> runs) {
        List<RunRow> rows = new ArrayList<>();
        List<String> excluded = new ArrayList<>();
        for (RunKey run : runs) {
            results.run(run)
                    .ifPresentOrElse(rows::add, () -> excluded.add(remark(run.run(), named, "it is not in the store")));
        }
        ComparedSide there = counted(named, rows);
        excluded.addAll(there.excluded());
        return new ComparedSide(named, there.runs(), excluded, there.invalid());
    }

    /** Every phase of an experiment, the base first. */
    public List<ComparedSide> phases(String experiment) {
        List<ExperimentRow> found = experiments().stream()
                .filter(row -> row.experiment().equals(experiment))
                .toList();
        if (found.isEmpty()) {
            throw new InvalidInputException("the store holds no experiment \"" + experiment + "\"; it holds: "
                    + names(experiments().stream()
                            .map(ExperimentRow::experiment)
                            .toList()));
        }
        if (found.size() > 1) {
            throw new InvalidInputException("several teams have an experiment \"" + experiment + "\": "
                    + names(found.stream().map(row -> row.team().name()).toList()) + "; choose one with --team");
        }
        ExperimentRow row = found.get(0);
        return baselineFirst(row).stream()
                .map(name -> phase(new PhaseName(row.team(), experiment, name)))
                .toList();
    }

    /** The base, then the others in the order in which they ran. */
    private List<String> baselineFirst(ExperimentRow row) {
        List<String> phases = new ArrayList<>(row.phases());
        List<RunRow> runs = results.runs(RunFilter.team(row.team()).experiment(row.experiment()));
        base(results, row.team(), row.experiment(), runs).filter(phases::remove).ifPresent(base -> phases.add(0, base));
        return phases;
    }

    /**
     * The phase that the others of an experiment are compared with: that which the plan of the newest run that counts and has such a plan names as baseline,
     * else the default of the newest tune. Empty where nothing names one: then it is the first that ran.
     *
     * @param newestFirst runs of the experiment
     */
    public static Optional<String> base(ResultReader results, Team team, String experiment, List<RunRow> newestFirst) {
        return newestFirst.stream()
                .filter(run -> run.whyNotCounted().isEmpty())
                .flatMap(run -> planBaseline(run.origin().planJson()).stream())
                .findFirst()
                .or(() -> results.tunes().stream()
                        .filter(tune ->
                                tune.team().equals(team) && tune.experiment().equals(experiment))
                        .map(TuneRow::defaultPhase)
                        .filter(phase -> !phase.isEmpty())
                        .findFirst());
    }

    /** The phase that a plan names as the one that others are compared with; empty if it names none. */
    private static Optional<String> planBaseline(String planJson) {
        try {
            return Optional.of(JSON.readTree(planJson).path("baseline").asText(""))
                    .filter(name -> !name.isEmpty());
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("the plan of a stored run is no JSON: " + planJson, e);
        }
    }

    /** How much runs of the sides' experiments differ. Only sides with too few runs of their own need it, so only for them others are read. */
    public RunVariance runVariance(List<ComparedSide> sides, ComparisonPolicy policy) {
        return sides.stream().allMatch(side -> side.runs().size() >= policy.minimumRuns())
                ? RunVariance.NONE
                : Comparison.runVariance(others(sides), policy);
    }

    /** The other phases of the experiments that these sides are of. */
    private List<ComparedSide> others(List<ComparedSide> sides) {
        Set<String> ids = sides.stream()
                .flatMap(side -> side.runs().stream())
                .map(MeasuredRun::id)
                .collect(Collectors.toSet());
        return experiments().stream()
                .filter(row -> sides.stream()
                        .flatMap(side -> side.runs().stream())
                        .anyMatch(run -> run.row().key().team().equals(row.team())
                                && run.row().experiment().equals(row.experiment())))
                .flatMap(PhaseName::of)
                .map(this::phase)
                .filter(side -> side.runs().stream().noneMatch(run -> ids.contains(run.id())))
                .toList();
    }

    /** These runs as one side; it says which of them are left out, those too that are not in the store. */
    public static ComparedSide ofRuns(String named, ResultReader results, List<RunKey> runs) {
        return new SideSelector(results, SideFilter.NONE).stored(named, runs);
    }

    private record PhaseName(Team team, String experiment, String phase) {
        static Stream<PhaseName> of(ExperimentRow row) {
            return row.phases().stream().map(phase -> new PhaseName(row.team(), row.experiment(), phase));
        }

        String description() {
            return experiment + "/" + phase;
        }
    }

    private ComparedSide phase(PhaseName phase) {
        RunFilter filter =
                RunFilter.team(phase.team()).experiment(phase.experiment()).phase(phase.phase());
        List<RunRow> rows = new ArrayList<>();
        int counted = 0;
        for (RunRow row : results.runs(filter)) {
            if (counted == narrowing.newest()) {
                break;
            }
            if (!row.isProbe()) {
                rows.add(row);
                counted += row.whyNotCounted().isEmpty() ? 1 : 0;
            }
        }
        return counted(phase.phase(), rows);
    }

    /** Without those whose figures must not, or cannot, be used. */
    private ComparedSide counted(String name, List<RunRow> rows) {
        List<MeasuredRun> runs = new ArrayList<>();
        List<String> excluded = new ArrayList<>();
        for (RunRow row : rows) {
            Optional<String> why = row.whyNotUsable();
            Optional<MeasuredRun> run = why.isPresent()
                    ? Optional.empty()
                    : Optional.of(MeasuredRun.of(results, row).settled()).filter(SideSelector::hasResults);
            run.ifPresentOrElse(
                    runs::add,
                    () -> excluded.add(remark(row.key().run(), name, why.orElse("its results are not final yet"))));
        }
        runs.sort(Comparator.comparing(run -> run.row().started()));
        List<String> invalid = rows.stream()
                .filter(row -> row.status() == RunStatus.INVALID)
                .map(row -> row.key().run())
                .toList();
        return new ComparedSide(name, runs, excluded, invalid);
    }

    private static boolean hasResults(MeasuredRun run) {
        return !run.steps().isEmpty() || !run.quality().isEmpty();
    }

    private static String remark(String run, String side, String why) {
        return "run " + run + " of " + side + " is left out: " + why;
    }

    private RunRow run(String id) {
        return results.teams().stream()
                .filter(team -> narrowing.team().map(team::equals).orElse(true))
                .flatMap(team -> results.run(new RunKey(team, id)).stream())
                .findFirst()
                .orElseThrow(() -> new InvalidInputException(
                        "run " + id + " is not in the store; tidemark runs list shows what is"));
    }

    private PhaseName phase(String named) {
        List<PhaseName> all = experiments().stream().flatMap(PhaseName::of).toList();
        List<PhaseName> found = all.stream()
                .filter(phase ->
                        phase.description().equals(named) || phase.phase().equals(named))
                .toList();
        if (found.size() == 1) {
            return found.get(0);
        }
        List<PhaseName> counted = found.stream().filter(this::hasRunThatCounts).toList();
        if (counted.size() == 1) {
            return counted.get(0);
        }
        if (found.isEmpty()) {
            throw new InvalidInputException("\"" + named + "\" is no phase, run id or file; the store holds: "
                    + names(all.stream().map(PhaseName::description).toList()));
        }
        throw new InvalidInputException("several experiments have a phase \"" + named + "\": "
                + names(found.stream().map(PhaseName::description).toList())
                + "; name one of them, or choose with --experiment or --team");
    }

    private boolean hasRunThatCounts(PhaseName phase) {
        return results
                .runs(RunFilter.team(phase.team())
                        .experiment(phase.experiment())
                        .phase(phase.phase()))
                .stream()
                .anyMatch(run -> run.whyNotCounted().isEmpty());
    }

    private List<ExperimentRow> experiments() {
        return results.experiments().stream()
                .filter(row -> narrowing.team().map(row.team()::equals).orElse(true))
                .filter(row ->
                        narrowing.experiment().map(row.experiment()::equals).orElse(true))
                .toList();
    }

    private static String names(List<String> names) {
        return names.isEmpty()
                ? "nothing"
                : String.join(", ", names.stream().distinct().sorted().toList());
    }
}
