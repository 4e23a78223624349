package io.tidemark.streams.regression;

import io.tidemark.analysis.compare.Compared;
import io.tidemark.analysis.compare.Question;
import io.tidemark.analysis.compare.SignalShift;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import io.tidemark.events.StepResult;
import io.tidemark.streams.signal.Mover;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * What the servers said of both sides of a comparison. Moved with a change, not caused by it.
 *
 * @param results of both sides
 * @param run the name that a result's run has in the comparison
 */
record MovedBetween(List<StepResult> results, Function<StepResult, String> run) {
    private static final int MOST = 8;

    /** At the load of a question that changed; none where it did not. */
    List<MovedSignal> with(Compared compared) {
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
                .filter(SignalShift::isTold)
                .limit(MOST)
                .map(shift -> signal(shift, base))
                .toList();
    }

    private List<StepResult> of(List<String> runs, Question question) {
        Set<String> wanted = new HashSet<>(runs);
        return results.stream()
                .filter(result -> wanted.contains(run.apply(result)))
                .filter(result -> result.getLoadKind() == question.loadKind() && result.getLoad() == question.load())
                .filter(result -> result.getRequestClass().equals(question.requestClass()))
                .toList();
    }

    private static MovedSignal signal(SignalShift shift, List<StepResult> base) {
        Optional<Mover> mover = Mover.byId(shift.signal());
        return MovedSignal.newBuilder()
                .setSignal(shift.signal())
                .setBefore(shift.baseMean())
                .setDuring(shift.candidateMean())
                .setScore(score(shift, base))
                .setSide(mover.map(Mover::side).orElse(MovedSide.SERVER))
                .setWords(mover.map(it -> it.move(shift.baseMean(), shift.candidateMean()))
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
