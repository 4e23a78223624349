package io.tidemark.analysis.tune;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;

/**
 * A search for the best of a finite number of configurations, as a value: from the results of the starts so far it derives which server to start
 * next and what to measure on it. First comes the default; then the search, which is pruned by the best so far, led by a model of the flags, and measures
 * those that stay again and for longer; then the final stage, whose runs alone decide. The same seed and results give the same decisions.
 *
 * <p>{@code docs/decisions/0105-a-tuner-claims-by-its-final-runs-alone.md} has the reasons.
 */
public final class Tune {
    /** Starts in a row that end alike, one of them of the default, which has worked: the machine is to blame, not the candidates. */
    private static final int SAME_FAILURES = 3;

    /** Blocks of the final stage may be so many times those that were set aside, if the search leaves the time. */
    private static final int MOST_BLOCKS = 2;

    private final CandidateSpace space;
    private final TuneSettings settings;
    private final List<TrialResult> results;
    private final Surrogate.Fit fit;
    private final List<Surrogate.Belief> beliefs;
    private final Optional<FinalPlan> finals;
    private final NextTrial next;

    /**
     * @param candidates that may be chosen, the default among them, each with a name of its own
     * @throws IllegalArgumentException if there is no default, or nothing but the default
     */
    public static Tune begin(TuneSettings settings, List<Candidate> candidates) {
        CandidateSpace space = new CandidateSpace(candidates);
        return new Tune(space, settings, List.of(), Surrogate.Fit.none(space.flags()), List.of(), Optional.empty());
    }

    /**
     * After another start.
     *
     * @throws IllegalArgumentException if its candidate is not the one that was asked for
     */
    public Tune with(TrialResult result) {
        if (!(next instanceof NextTrial.Start start)) {
            throw new IllegalArgumentException(
                    "trial " + result.id() + " of \"" + result.candidate().name() + "\" came after the end");
        }
        if (!start.request().candidate().equals(result.candidate())) {
            throw new IllegalArgumentException("trial " + result.id() + " is of \""
                    + result.candidate().name() + "\" but \""
                    + start.request().candidate().name() + "\" was next");
        }
        List<TrialResult> more = new ArrayList<>(results);
        more.add(result);
        return new Tune(space, settings, more, fit, beliefs, finals);
    }

    private Tune(
            CandidateSpace space,
            TuneSettings settings,
            List<TrialResult> results,
            Surrogate.Fit fit,
            List<Surrogate.Belief> beliefs,
            Optional<FinalPlan> finals) {
        this.space = space;
        this.settings = settings;
        this.results = List.copyOf(results);
        Optional<TuneEnd> failed = failure();
        if (results.isEmpty() || failed.isPresent()) {
            this.fit = fit;
            this.beliefs = beliefs;
            this.finals = finals;
            this.next = failed.<NextTrial>map(NextTrial.End::new).orElseGet(this::baseline);
            return;
        }
        if (finals.isPresent()) {
            this.fit = fit;
            this.beliefs = beliefs;
            this.finals = finals;
            this.next = nextFinal(finals.get());
            return;
        }
        Surrogate surrogate = Surrogate.of(space, settings.objective(), results, fit);
        TrialChoice choice = new TrialChoice(space, settings, results, surrogate, startSeconds(), searchSecondsLeft());
        this.fit = surrogate.fit();
        this.beliefs = choice.beliefs();
        Optional<TrialRequest> searched = choice.next();
        if (searched.isPresent()) {
            this.finals = Optional.empty();
            this.next = new NextTrial.Start(searched.get());
            return;
        }
        List<Integer> challengers =
                choice.ranked().stream().limit(settings.finals().challengers()).toList();
        this.finals = challengers.isEmpty()
                ? Optional.empty()
                : Optional.of(FinalPlan.of(challengers, space.standard(), blocks(challengers.size()), settings.seed()));
        this.next = this.finals
                .map(this::nextFinal)
                .orElseGet(() -> new NextTrial.End(new TuneEnd(
                        TuneEnd.Reason.NO_CHALLENGER,
                        "no configuration but the default reached what is needed to be run against it")));
    }

    /** Which server is started next, or why there is none. */
    public NextTrial next() {
        return next;
    }

    /** So far, in their order. */
    public List<TrialResult> results() {
        return results;
    }

    /** Server time of all starts so far. */
    public double spentSeconds() {
        return results.stream().mapToDouble(TrialResult::seconds).sum();
    }

    /** Set aside for the final stage, with what a start has taken so far. */
    public double reservedSeconds() {
        return settings.finals().totalSeconds(startSeconds());
    }

    /** Of every candidate, as the search saw it; empty before the default's first run. */
    public List<CandidateStanding> standings() {
        return IntStream.range(0, beliefs.size()).mapToObj(this::standing).toList();
    }

    /** By the runs of the final stage so far; empty before it. */
    public Optional<TuneVerdict> verdict() {
        return verdict(finalRuns());
    }

    /** The same by what those runs gave on the held-out workload; empty where nothing was measured there. */
    public Optional<TuneVerdict> heldOutVerdict() {
        List<TrialResult> runs =
                finalRuns().stream().flatMap(run -> run.onHeldOut().stream()).toList();
        return runs.isEmpty() ? Optional.empty() : verdict(runs);
    }

    private Optional<TuneVerdict> verdict(List<TrialResult> runs) {
        return finals.map(plan -> new FinalVerdict(
                        settings.objective(),
                        plan.challengers().size(),
                        startSeconds() + settings.finals().seconds())
                .of(
                        space.candidate(space.standard()),
                        plan.challengers().stream().map(space::candidate).toList(),
                        runs));
    }

    private CandidateStanding standing(int place) {
        Candidate candidate = space.candidate(place);
        GaussianProcess.Normal value = beliefs.get(place).value();
        GaussianProcess.Normal standard = beliefs.get(space.standard()).value();
        List<TrialResult> own = results.stream()
                .filter(it -> !it.isFinal() && it.candidate().equals(candidate))
                .toList();
        return new CandidateStanding(
                candidate,
                settings.objective().value(value.mean() - standard.mean()),
                place == space.standard() ? 0 : Math.sqrt(value.variance() + standard.variance()),
                beliefs.get(place).feasible(),
                own.size(),
                (int) own.stream().filter(TrialResult::isMeasured).count());
    }

    private NextTrial baseline() {
        return new NextTrial.Start(new TrialRequest(
                1,
                space.candidate(space.standard()),
                TrialPurpose.BASELINE,
                OptionalDouble.empty(),
                OptionalDouble.empty(),
                settings.lengths().ofMeasurement(1)));
    }

    private Optional<TuneEnd> failure() {
        if (results.isEmpty() || !(results.get(results.size() - 1).outcome() instanceof TrialOutcome.Infeasible last)) {
            return Optional.empty();
        }
        if (results.size() == 1) {
            return Optional.of(new TuneEnd(TuneEnd.Reason.BASELINE_FAILED, "the default failed: " + last.cause()));
        }
        return TrialResult.failedAlike(results, SAME_FAILURES) && isDefaultAmongLast(SAME_FAILURES)
                ? Optional.of(new TuneEnd(
                        TuneEnd.Reason.SAME_CAUSE,
                        SAME_FAILURES + " starts in a row failed by the same cause: " + last.cause()))
                : Optional.empty();
    }

    private boolean isDefaultAmongLast(int starts) {
        return results.subList(results.size() - starts, results.size()).stream()
                .anyMatch(it -> it.candidate().isDefault());
    }

    private NextTrial nextFinal(FinalPlan plan) {
        FinalPlan.Standing standing = plan.standing(space, finalRuns());
        if (standing instanceof FinalPlan.Standing.Run run) {
            return new NextTrial.Start(new TrialRequest(
                    results.size() + 1,
                    space.candidate(run.place()),
                    TrialPurpose.FINAL,
                    OptionalDouble.empty(),
                    OptionalDouble.of(expected(run.place())),
                    settings.finals().seconds()));
        }
        if (standing instanceof FinalPlan.Standing.StandardFailed failed) {
            return new NextTrial.End(new TuneEnd(
                    TuneEnd.Reason.BASELINE_FAILED, "the default failed in the final stage: " + failed.cause()));
        }
        return new NextTrial.End(new TuneEnd(TuneEnd.Reason.FINAL_RUN, "the final stage is over"));
    }

    private double expected(int place) {
        return settings.objective()
                .value(Surrogate.base(settings.objective(), results)
                        + beliefs.get(place).value().mean());
    }

    private List<TrialResult> finalRuns() {
        return results.stream().filter(TrialResult::isFinal).toList();
    }

    /** Fixed before the stage begins, never by what its runs show. */
    private int blocks(int challengers) {
        double block = (challengers + 1) * (startSeconds() + settings.finals().seconds());
        int affordable = (int) ((settings.budgetSeconds() - spentSeconds()) / block);
        int least = settings.finals().repeats();
        return Math.max(least, Math.min(MOST_BLOCKS * least, affordable));
    }

    private double searchSecondsLeft() {
        return settings.budgetSeconds() - reservedSeconds() - spentSeconds();
    }

    /** The mean of those that came up. */
    private double startSeconds() {
        return results.stream()
                .filter(TrialResult::isFeasible)
                .mapToDouble(TrialResult::startSeconds)
                .average()
                .orElse(settings.startSeconds());
    }
}
