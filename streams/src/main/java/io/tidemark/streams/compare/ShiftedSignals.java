package io.tidemark.streams.compare;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.SignalShift;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.StepResult;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What the servers reported of both sides of a comparison. Moved with a change, not caused by it.
 *
 * @param results of both sides
 * @param run the name that a result's run has in the comparison
 */
record ShiftedSignals(List<StepResult> results, Function<StepResult, String> run) {
    private static final int MAX_SIGNALS = 8;

    /** At the load of a question that changed; none where it did not. */
    List<MovedSignal> with(ComparedMeasure compared) {
        boolean changed =
                compared.verdict() == ComparisonVerdict.REGRESSED || compared.verdict() == ComparisonVerdict.IMPROVED;
        if (!changed) {
            return List.of();
        }
        List<StepResult> base = of(compared.base().runs(), compared.question());
        List<StepResult> candidate = of(compared.candidate().runs(), compared.question());
        return SignalShift.between(
                        SignalShift.means(base.stream().map(StepResult::getSignalMeans)),
                        SignalShift.means(candidate.stream().map(StepResult::getSignalMeans)))
                .stream()
                .filter(SignalShift::isLargeEnough)
                .limit(MAX_SIGNALS)
                .map(shift -> signal(shift, base))
                .toList();
    }

    private List<StepResult> of(List<String> runs, MeasureAtLoad question) {
        Set<String> wanted = new HashSet<>(runs);
        return results.stream()
                .filter(result -> wanted.contains(run.apply(result)))
                .filter(result -> result.getLoadKind() == question.loadKind() && result.getLoad() == question.load())
                .filter(result -> result.getRequestClass().equals(question.requestClass()))
                .toList();
    }

    private static MovedSignal signal(SignalShift shift, List<StepResult> base) {
        Optional<CorrelatedSignal> mover = CorrelatedSignal.byId(shift.signal());
        return MovedSignal.newBuilder()
                .setSignal(shift.signal())
                .setBefore(shift.baseMean())
                .setDuring(shift.candidateMean())
                .setScore(score(shift, base))
                .setSide(mover.map(CorrelatedSignal::side).orElse(MovedSide.SERVER))
                .setDescription(mover.map(it -> it.describeMove(shift.baseMean(), shift.candidateMean()))
                        .orElse(""))
                .build();
    }

    private static double score(SignalShift shift, List<StepResult> base) {
        double[] runs = base.stream()
                .map(result -> result.getSignalMeans().get(shift.signal()))
                .filter(Objects::nonNull)
                .mapToDouble(Double::doubleValue)
                .toArray();
        double squares = Arrays.stream(runs)
                .map(mean -> (mean - shift.baseMean()) * (mean - shift.baseMean()))
                .sum();
        double deviation = runs.length < 2 ? 0 : Math.sqrt(squares / (runs.length - 1));
        return deviation > 0 ? (shift.candidateMean() - shift.baseMean()) / deviation : 0;
    }
}
