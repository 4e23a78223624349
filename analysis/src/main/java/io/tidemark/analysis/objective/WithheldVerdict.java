package io.tidemark.analysis.objective;

import io.tidemark.events.DoubtCount;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.ObjectiveState;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.FigureDoubt;
import java.util.Collection;
import java.util.Optional;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Withholds verdicts on figures that facts of their step make unfit. Pure.
 *
 * @param doubts of the step
 */
public record WithheldVerdict(Collection<DoubtCount> doubts) {
    /**
     * The same objective, INCONCLUSIVE with the reason on each basis on which it has no verdict. Where it may not even fail, the figure that it
     * limits is not known: it has no value and no interval.
     */
    public ObjectiveResult apply(ObjectiveState objective, ObjectiveResult judged) {
        if (doubts.isEmpty()) {
            return judged;
        }
        ObjectiveResult.Builder result = ObjectiveResult.newBuilder(judged)
                .setSustained(apply(objective, judged.getSustained()))
                .setShortRun(apply(objective, judged.getShortRun()));
        if (reason(objective, judged.getVerdict()).isPresent()) {
            result.setVerdict(Verdict.INCONCLUSIVE).setNeededRequests(null);
        }
        if (isUnknown(objective)) {
            result.setValue(null).setLow(null).setHigh(null);
        }
        return result.build();
    }

    private boolean isUnknown(ObjectiveState objective) {
        return reason(objective, Verdict.FAIL).isPresent();
    }

    private @Nullable ObjectiveJudgement apply(ObjectiveState objective, @Nullable ObjectiveJudgement judged) {
        Optional<String> reason = judged == null ? Optional.empty() : reason(objective, judged.getVerdict());
        if (judged == null || reason.isEmpty()) {
            return judged;
        }
        ObjectiveJudgement.Builder withheld = ObjectiveJudgement.newBuilder(judged)
                .setVerdict(Verdict.INCONCLUSIVE)
                .setNeededRequests(null)
                .setNeededNanos(null)
                .setReason(reason.get());
        if (isUnknown(objective)) {
            withheld.setLow(null).setHigh(null);
        }
        return withheld.build();
    }

    /** Why an objective may not have this verdict; empty where it may. */
    public Optional<String> reason(ObjectiveState objective, Verdict verdict) {
        String reasons = doubts.stream()
                .flatMap(seen -> FigureDoubt.byId(seen.getDoubt())
                        .filter(doubt -> doubt.outweighs(seen.getCount(), seen.getOf()))
                        .filter(doubt -> doubt.withholds(verdict))
                        .filter(doubt -> RequestVerdict.limitsNanos(objective).keySet().stream()
                                .anyMatch(doubt.metrics()::contains))
                        .map(doubt -> doubt.sentence(seen.getCount(), seen.getOf()))
                        .stream())
                .collect(Collectors.joining(". "));
        return reasons.isEmpty() ? Optional.empty() : Optional.of(reasons);
    }
}
