package io.tidemark.analysis.tune;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonPolicy;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.RunsNeeded;
import io.tidemark.analysis.difference.ComparisonScale;
import io.tidemark.analysis.difference.DifferenceForecast;
import io.tidemark.analysis.difference.MeanDifference;
import io.tidemark.analysis.difference.ScaledRuns;
import io.tidemark.analysis.difference.SideMeasurements;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.Measure;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasureFamily;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;

/**
 * The runs of the final stage by the rules of a comparison. All challengers share its error rate (Bonferroni), so that the best of them may be
 * chosen by the same runs. A value is compared as it is, a cost by its inverse, so that higher is better.
 */
final class FinalVerdict {
    private static final double SECONDS_PER_HOUR = 3600;

    private final TuneObjective objective;
    private final ComparisonPolicy policy;
    private final MeasureAtLoad question;
    private final double secondsPerRun;

    /** @param secondsPerRun of a further run, start-up included */
    FinalVerdict(TuneObjective objective, int challengers, double secondsPerRun) {
        this.objective = objective;
        this.policy = ComparisonPolicy.DEFAULT.sharedBy(challengers);
        this.question = new MeasureAtLoad(
                new Measure(MeasureFamily.CAPACITY, objective.name(), OptionalDouble.empty()), objective.loadKind(), 0);
        this.secondsPerRun = secondsPerRun;
    }

    /**
     * @param made runs of the stage in their order
     * @return a challenger without a run, or without one of the default beside it, is left out
     */
    TuneVerdict of(Candidate standard, List<Candidate> challengers, List<TrialResult> made) {
        ComparisonSide base = side(standard, made);
        List<ChallengerVerdict> verdicts = challengers.stream()
                .filter(it -> made.stream().noneMatch(trial -> trial.candidate().equals(it) && !trial.isFeasible()))
                .flatMap(it -> verdict(it, base, side(it, made)).stream())
                .toList();
        return new TuneVerdict(objective, standard, verdicts);
    }

    /** Runs count in their order: their places in time, which alone show a drift. */
    private ComparisonSide side(Candidate candidate, List<TrialResult> made) {
        List<RunMeasurements> runs = new ArrayList<>();
        for (int at = 0; at < made.size(); at++) {
            TrialResult trial = made.get(at);
            if (trial.candidate().equals(candidate) && trial.outcome() instanceof TrialOutcome.Measured seen) {
                double value = Math.exp(objective.utility(seen.value()));
                // How far runs of one configuration lie apart holds the error of each; that of a single search would be
                // counted twice.
                runs.add(new RunMeasurements(
                        "run " + at,
                        Optional.of(Instant.EPOCH.plusSeconds(at)),
                        List.of(new MeasuredValue(question, value, 0))));
            }
        }
        return new ComparisonSide(candidate.name(), runs);
    }

    private Optional<ChallengerVerdict> verdict(Candidate challenger, ComparisonSide base, ComparisonSide side) {
        return RunComparison.of(base, side, policy).compared().stream()
                .findFirst()
                .map(compared -> verdict(challenger, compared, needed(compared, base, side)));
    }

    private ChallengerVerdict verdict(Candidate challenger, ComparedMeasure compared, OptionalInt needed) {
        OptionalDouble low = ratio(compared.change().low());
        OptionalDouble high = ratio(compared.change().high());
        int missing = needed.orElse(0) - compared.runsOfSmallerSide();
        return new ChallengerVerdict(
                challenger,
                compared.runsOfSmallerSide(),
                ratio(compared.change().value()),
                objective.lowerIsBetter() ? high : low,
                objective.lowerIsBetter() ? low : high,
                compared.verdict(),
                needed,
                needed.isEmpty()
                        ? OptionalDouble.empty()
                        : OptionalDouble.of(2 * missing * secondsPerRun / SECONDS_PER_HOUR));
    }

    private OptionalDouble ratio(OptionalDouble change) {
        return change.isEmpty() ? change : OptionalDouble.of(ratio(change.getAsDouble()));
    }

    private double ratio(double change) {
        return objective.lowerIsBetter() ? 1 / (1 + change) : 1 + change;
    }

    /** Runs a side with which it is shown with {@link RunsNeeded#POWER}: better beyond the margin, or not. */
    private OptionalInt needed(ComparedMeasure compared, ComparisonSide base, ComparisonSide side) {
        ScaledRuns runs = scaled(base, side);
        int now = runs.runsOfSmallerSide();
        if (now < policy.minimumRuns() || isDecided(compared)) {
            return OptionalInt.empty();
        }
        DifferenceForecast forecast = new DifferenceForecast(runs.estimate(policy.spreads()), 0);
        double margin = Math.log1p(compared.margin());
        for (int more = now + 1; more <= RunsNeeded.MAX; more++) {
            if (decisionProbability(forecast, more, margin) >= RunsNeeded.POWER) {
                return OptionalInt.of(more);
            }
        }
        return OptionalInt.empty();
    }

    private boolean isDecided(ComparedMeasure compared) {
        return switch (compared.verdict()) {
            case IMPROVED, REGRESSED -> true;
            default -> compared.change().high().orElse(Double.POSITIVE_INFINITY) < compared.margin();
        };
    }

    private double decisionProbability(DifferenceForecast forecast, int runs, double margin) {
        MeanDifference then = forecast.difference(runs);
        double reach = then.reach(policy.confidence());
        return forecast.probability(runs, (moves, error) -> {
            double better = Math.max(margin, reach * error);
            double notBetter = margin - reach * error;
            return 1
                    - DifferenceForecast.probabilityBelow(better, then.value(), moves)
                    + DifferenceForecast.probabilityBelow(Math.min(better, notBetter), then.value(), moves);
        });
    }

    private ScaledRuns scaled(ComparisonSide base, ComparisonSide side) {
        SideMeasurements before = new SideMeasurements(base);
        SideMeasurements after = new SideMeasurements(side);
        ComparisonScale scale = ComparisonScale.of(
                        MeasureFamily.CAPACITY,
                        before.to(question).values(),
                        after.to(question).values())
                .orElseThrow();
        return new ScaledRuns(before.scaled(scale, question), after.scaled(scale, question));
    }
}
