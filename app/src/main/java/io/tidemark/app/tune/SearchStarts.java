package io.tidemark.app.tune;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.tune.Candidate;
import io.tidemark.analysis.tune.FinalStage;
import io.tidemark.analysis.tune.NextTrial;
import io.tidemark.analysis.tune.TrialLengths;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialPurpose;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.analysis.tune.TrialResult;
import io.tidemark.analysis.tune.Tune;
import io.tidemark.analysis.tune.TuneEnd;
import io.tidemark.analysis.tune.TuneObjective;
import io.tidemark.analysis.tune.TuneSettings;
import io.tidemark.analysis.tune.TuneVerdict;
import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.app.tune.measure.SearchMeasurement;
import io.tidemark.events.LoadKind;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.tune.TuneGoal;
import io.tidemark.producer.plan.tune.TunePlan;
import io.tidemark.reports.tune.TrialFacts;
import java.time.Duration;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** The starts that a sequential search asks for. */
public final class SearchStarts implements StartSource {
    /** More than the final stage has blocks. */
    private static final long AFTER_FINAL_DRAWS = 1_000;

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double NANOS_PER_SECOND = 1e9;

    private final TunePlan plan;
    private final TuneSettings settings;
    private final Map<String, PhasePlan> phases = new LinkedHashMap<>();
    private final Map<String, String> causes = new HashMap<>();
    private final Function<SearchMeasurement.Bounds, Measurement> measurements;
    private Tune tune;

    /**
     * @param phases the candidates, the one that leaves all swept flags out among them
     * @param load kind of the load that is searched
     * @param seed of the search
     * @param measurements a search within such bounds
     * @throws IllegalArgumentException if the candidates or the budget do not allow a search; the message says why
     */
    public SearchStarts(
            TunePlan plan,
            List<PhasePlan> phases,
            LoadKind load,
            long seed,
            Function<SearchMeasurement.Bounds, Measurement> measurements) {
        this.plan = plan;
        this.settings = settings(plan, load, seed);
        this.measurements = measurements;
        phases.forEach(phase -> this.phases.put(phase.name(), phase));
        this.tune = Tune.begin(
                settings,
                phases.stream()
                        .map(phase -> new Candidate(phase.name(), phase.flags()))
                        .toList());
    }

    static TuneSettings settings(TunePlan plan, LoadKind load, long seed) {
        return new TuneSettings(
                objective(plan.goal(), load),
                seconds(plan.budget()),
                seed,
                new TrialLengths(
                        seconds(plan.lengths().check()),
                        seconds(plan.lengths().first()),
                        seconds(plan.lengths().longest())),
                finals(plan),
                seconds(plan.startUp()));
    }

    private static FinalStage finals(TunePlan plan) {
        TunePlan.Finals asked = plan.finals();
        int workloads = plan.heldOut().isPresent() ? 2 : 1;
        return asked.length()
                .map(length -> new FinalStage(asked.challengers(), asked.repeats(), seconds(length) * workloads))
                .orElseGet(() -> FinalStage.ofBudget(
                        asked.challengers(),
                        asked.repeats(),
                        workloads,
                        seconds(plan.budget()),
                        seconds(plan.startUp())));
    }

    private static TuneObjective objective(TuneGoal goal, LoadKind load) {
        if (goal == TuneGoal.HELD_LOAD) {
            return TuneObjective.heldLoad(load);
        }
        return goal.isMaximized()
                ? TuneObjective.maximize(goal.description())
                : TuneObjective.minimize(goal.description());
    }

    @Override
    public String mode() {
        return "search";
    }

    @Override
    public String objective() {
        return (plan.goal().isMaximized() ? "maximize " : "minimize ")
                + plan.goal().description();
    }

    @Override
    public Optional<PlannedStart> next() {
        if (!(tune.next() instanceof NextTrial.Start start)) {
            return Optional.empty();
        }
        TrialRequest request = start.request();
        PhasePlan phase = phases.get(request.candidate().name());
        if (phase == null) {
            throw new IllegalStateException(
                    "no phase is named " + request.candidate().name());
        }
        boolean isFinal = request.purpose() == TrialPurpose.FINAL;
        int block = isFinal ? finalBlock(request.candidate()) : 0;
        // A block's servers get the same requests, and no other start gets those: the final stage decides by load that
        // the search has not seen.
        long draw = isFinal ? block : AFTER_FINAL_DRAWS + request.number();
        return Optional.of(new PlannedStart(
                request.number(),
                block,
                request.purpose().description(),
                phase,
                measurements.apply(new SearchMeasurement.Bounds(
                        request.checkLoad(), from(request), request.seconds(), isFinal, draw))));
    }

    /** A search begins where the model expects the limit, as the first probes are most informative there. */
    private OptionalDouble from(TrialRequest request) {
        if (plan.goal() != TuneGoal.HELD_LOAD || request.expected().isEmpty()) {
            return plan.from();
        }
        return request.expected();
    }

    /** Each block of the final stage has one run of everyone. */
    private int finalBlock(Candidate candidate) {
        long before = tune.results().stream()
                .filter(result -> result.request().purpose() == TrialPurpose.FINAL
                        && result.request().candidate().equals(candidate))
                .count();
        return Math.toIntExact(before) + 1;
    }

    @Override
    public void ended(TrialState trial) {
        if (!(tune.next() instanceof NextTrial.Start start)
                || !start.request().candidate().name().equals(trial.getPhase())) {
            throw new IllegalArgumentException("start " + trial.getNumber() + " is of phase " + trial.getPhase()
                    + ", which the search does not ask for now");
        }
        double starting = TrialTimes.startSeconds(trial);
        tune = tune.with(new TrialResult(
                String.valueOf(trial.getNumber()),
                start.request(),
                outcome(trial),
                starting,
                TrialTimes.seconds(trial) - starting,
                heldOut(trial)));
    }

    private static Optional<TrialOutcome> heldOut(TrialState trial) {
        return trial.getStatus() == TrialStatus.MEASURED ? TrialFacts.heldOut(trial.getFacts()) : Optional.empty();
    }

    private TrialOutcome outcome(TrialState trial) {
        if (trial.getStatus() == TrialStatus.INFEASIBLE) {
            // A cause has the words of the first start that failed by it.
            String words = trial.getFailure() + ": " + trial.getDescription();
            return new TrialOutcome.Infeasible(causes.computeIfAbsent(FailureStreak.kind(words), kind -> words));
        }
        return TrialFacts.outcome(
                        new LoadInterval(optional(trial.getHeldUpTo()), optional(trial.getFailsFrom()), true),
                        trial.getFacts())
                .orElseGet(() -> new TrialOutcome.Infeasible("nothing could be measured"));
    }

    private static OptionalDouble optional(@Nullable Double value) {
        return value == null ? OptionalDouble.empty() : OptionalDouble.of(value);
    }

    @Override
    public int planned() {
        return 0;
    }

    @Override
    public Duration left() {
        double left = settings.budgetSeconds() - tune.spentSeconds();
        return left <= 0 ? Duration.ZERO : Duration.ofMillis(Math.round(left * 1e3));
    }

    @Override
    public Conclusion conclusion() {
        if (!(tune.next() instanceof NextTrial.End end)) {
            throw new IllegalStateException("a search that goes on has no conclusion");
        }
        Optional<TuneVerdict> verdict = tune.verdict();
        boolean failed = end.end().reason() == TuneEnd.Reason.BASELINE_FAILED
                || end.end().reason() == TuneEnd.Reason.SAME_CAUSE;
        String winner =
                verdict.map(TuneVerdict::recommended).map(Candidate::name).orElse("");
        String evidence = verdict.map(TuneVerdict::description).orElse("")
                + tune.heldOutVerdict()
                        .flatMap(heldOut -> verdict.map(own -> "; " + heldOut.wordsOfHeldOut(own.recommended())))
                        .orElse("");
        return new Conclusion(failed, evidence.isEmpty() ? end.end().description() : evidence, winner, evidence);
    }

    @Override
    public String schedule() {
        return JSON.createObjectNode()
                .put("seed", settings.seed())
                .put("budget_seconds", settings.budgetSeconds())
                .put("start_seconds", settings.startSeconds())
                .toString();
    }

    private static double seconds(Duration duration) {
        return duration.toNanos() / NANOS_PER_SECOND;
    }
}
