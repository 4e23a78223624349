package io.tidemark.analysis.objective;

import io.tidemark.events.ObjectiveState;
import java.util.regex.Pattern;

/** Objectives as every output writes them: in the words of the plan. Stateless. */
public final class ObjectiveText {
    /** What says when a breach opens and closes, and nothing of what is asked of a request. */
    private static final Pattern BREACH_OPTIONS =
            Pattern.compile(" (over|for|clear|min|clear_at|level|firing|flapping) (off|[0-9]\\S*)");

    private ObjectiveText() {}

    /** What is asked of a step: {@code ttft_due p95 < 2s} of {@code ttft_due p95 < 2s over 1m for 5s}. */
    public static String asked(ObjectiveState objective) {
        return BREACH_OPTIONS.matcher(objective.getName()).replaceAll("");
    }
}
