package io.tidemark.simulator.engine.cost;

/**
 * What making drafts adds to a step, in seconds; verifying them is charged as scheduled tokens.
 *
 * @param stepSeconds per step, whether it drafts or not: a method's own bookkeeping
 * @param passSeconds per position of the deepest draft: a draft head runs once per position for the whole batch
 * @param tokenSeconds per draft token
 */
public record DraftCost(double stepSeconds, double passSeconds, double tokenSeconds) {
    public static final DraftCost NONE = new DraftCost(0, 0, 0);

    public DraftCost {
        requireNotNegative("draft step-seconds", stepSeconds);
        requireNotNegative("draft pass-seconds", passSeconds);
        requireNotNegative("draft token-seconds", tokenSeconds);
    }

    /** Only a cost per step. */
    public static DraftCost perStep(double seconds) {
        return new DraftCost(seconds, 0, 0);
    }

    private static void requireNotNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be a number >= 0 but was " + value);
        }
    }

    public double seconds(StepWork load) {
        return stepSeconds + passSeconds * load.deepestDraft() + tokenSeconds * load.draftTokens();
    }
}
