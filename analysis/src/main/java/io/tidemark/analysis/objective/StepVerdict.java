package io.tidemark.analysis.objective;

import io.tidemark.events.Verdict;
import java.util.Collection;

/** The verdict on a whole step from those on its objectives. Stateless. */
public final class StepVerdict {
    private StepVerdict() {}

    /** FAIL if any fails, else INCONCLUSIVE if any is not PASS, else PASS; UNKNOWN when nothing was asked. */
    public static Verdict of(Collection<Verdict> objectives) {
        if (objectives.isEmpty()) {
            return Verdict.UNKNOWN;
        }
        if (objectives.contains(Verdict.FAIL)) {
            return Verdict.FAIL;
        }
        return objectives.stream().allMatch(Verdict.PASS::equals) ? Verdict.PASS : Verdict.INCONCLUSIVE;
    }
}
