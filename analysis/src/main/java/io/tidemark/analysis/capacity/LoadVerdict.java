package io.tidemark.analysis.capacity;

import io.tidemark.analysis.objective.StepVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.schemas.ValueText;
import java.util.List;

/**
 * The verdict on one step.
 *
 * @param load requests per second asked, or requests in flight
 */
public record LoadVerdict(LoadKind kind, double load, Verdict verdict, List<ObjectiveResult> objectives) {
    public LoadVerdict {
        objectives = List.copyOf(objectives);
    }

    /** Whether it says anything of the load that is held. */
    public boolean counts() {
        return verdict != Verdict.INVALID && !ValueText.isAllAtOnce(kind, load);
    }

    /** The same step judged on one basis; UNKNOWN where any objective was not judged on it. INVALID stays INVALID. */
    public LoadVerdict on(VerdictBasis basis) {
        if (verdict == Verdict.INVALID) {
            return this;
        }
        List<ObjectiveResult> judged =
                objectives.stream().map(objective -> on(basis, objective)).toList();
        List<Verdict> verdicts =
                judged.stream().map(ObjectiveResult::getVerdict).toList();
        return new LoadVerdict(
                kind, load, verdicts.contains(Verdict.UNKNOWN) ? Verdict.UNKNOWN : StepVerdict.of(verdicts), judged);
    }

    private static ObjectiveResult on(VerdictBasis basis, ObjectiveResult objective) {
        ObjectiveJudgement judgement =
                basis == VerdictBasis.SUSTAINED ? objective.getSustained() : objective.getShortRun();
        return ObjectiveResult.newBuilder(objective)
                .setVerdict(judgement == null ? Verdict.UNKNOWN : judgement.getVerdict())
                .build();
    }
}
