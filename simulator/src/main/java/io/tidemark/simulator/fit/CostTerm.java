package io.tidemark.simulator.fit;

import io.tidemark.simulator.engine.cost.StepCost;

/**
 * A term of a step's cost that a fit may scale. What the host's CPU takes per step and per sequence stays as it is, because
 * no latency distinguishes it from what the accelerator takes per step and per row; so does the noise.
 */
public enum CostTerm {
    FLOOR("floor-seconds"),
    WEIGHTS("weights-seconds"),
    PER_TOKEN("per-token-seconds"),
    PER_LOGIT_ROW("per-logit-row-seconds"),
    PER_KV_TOKEN("per-kv-token-seconds"),
    PER_ATTENTION("per-attention-seconds"),
    FRONT("front-seconds");

    private final String key;

    CostTerm(String key) {
        this.key = key;
    }

    /** Its name in a profile. */
    public String key() {
        return key;
    }

    /** Seconds that it has in {@code cost}. */
    public double of(StepCost cost) {
        return switch (this) {
            case FLOOR -> cost.floorSeconds();
            case WEIGHTS -> cost.weightsSeconds();
            case PER_TOKEN -> cost.perTokenSeconds();
            case PER_LOGIT_ROW -> cost.perLogitRowSeconds();
            case PER_KV_TOKEN -> cost.perKvTokenSeconds();
            case PER_ATTENTION -> cost.perAttentionSeconds();
            case FRONT -> cost.frontSeconds();
        };
    }
}
