package io.tidemark.analysis.search;

import java.util.Collection;

/** How a load stands with a limit on the share of bad requests. */
public enum LimitDecision {
    /** The share is below the limit. */
    HOLDS,
    /** It is too near to the limit to decide at the allowed error rates. */
    NEAR,
    /** It is above the limit. */
    BREAKS,
    /** Not enough was seen. */
    OPEN;

    /** Of a load by its objectives: one that breaks is enough, and all must hold. */
    public static LimitDecision of(Collection<LimitDecision> objectives) {
        if (objectives.contains(BREAKS)) {
            return BREAKS;
        }
        if (objectives.contains(OPEN)) {
            return OPEN;
        }
        return objectives.contains(NEAR) ? NEAR : HOLDS;
    }
}
