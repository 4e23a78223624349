package io.tidemark.simulator.engine.cost;

/**
 * What a step costs, in seconds: {@code (host + perSequence*n + max(floor, weights + perToken*T + perLogitRow*L +
 * perKvToken*C + perAttention*S)) * LogNormal(0, noise)}, with T, L, C, S and n from {@link StepWork}.
 *
 * <p>The terms add up, because prefill and decode overlap little in practice; the floor is only for servers that are bound
 * by kernel launches.
 *
 * @param hostSeconds CPU time of scheduling and sampling per step
 * @param perSequenceSeconds CPU time per request in the step
 * @param floorSeconds the least that the accelerator takes for a step
 * @param weightsSeconds reading the weights once: weight bytes over usable memory bandwidth
 * @param perTokenSeconds matrix work per scheduled token: 2 * parameters over usable FLOPS
 * @param perLogitRowSeconds output projection and sampling per row
 * @param perKvTokenSeconds reading one cached token: KV bytes per token over usable memory bandwidth
 * @param perAttentionSeconds prefill attention per token squared
 * @param noiseSigma sigma of the log-normal noise on a step, 0 for none
 * @param frontSeconds tokenising and HTTP handling before a request reaches the engine; charged by the fronts, not here
 */
public record StepCost(
        double hostSeconds,
        double perSequenceSeconds,
        double floorSeconds,
        double weightsSeconds,
        double perTokenSeconds,
        double perLogitRowSeconds,
        double perKvTokenSeconds,
        double perAttentionSeconds,
        double noiseSigma,
        double frontSeconds) {
    public StepCost {
        requireNotNegative("host-seconds", hostSeconds);
        requireNotNegative("per-sequence-seconds", perSequenceSeconds);
        requireNotNegative("floor-seconds", floorSeconds);
        requireNotNegative("weights-seconds", weightsSeconds);
        requireNotNegative("per-token-seconds", perTokenSeconds);
        requireNotNegative("per-logit-row-seconds", perLogitRowSeconds);
        requireNotNegative("per-kv-token-seconds", perKvTokenSeconds);
        requireNotNegative("per-attention-seconds", perAttentionSeconds);
        requireNotNegative("noise-sigma", noiseSigma);
        requireNotNegative("front-seconds", frontSeconds);
        if (hostSeconds + floorSeconds + weightsSeconds + perTokenSeconds <= 0) {
            throw new IllegalArgumentException(
                    "host-seconds + floor-seconds + weights-seconds + per-token-seconds must be > 0: a step takes time");
        }
    }

    /** The same with more CPU time per request in the step. */
    public StepCost plusPerSequence(double seconds) {
        return with(perSequenceSeconds + seconds, noiseSigma);
    }

    /** The same without noise. */
    public StepCost withoutNoise() {
        return with(perSequenceSeconds, 0);
    }

    private StepCost with(double newPerSequenceSeconds, double newNoiseSigma) {
        return new StepCost(
                hostSeconds,
                newPerSequenceSeconds,
                floorSeconds,
                weightsSeconds,
                perTokenSeconds,
                perLogitRowSeconds,
                perKvTokenSeconds,
                perAttentionSeconds,
                newNoiseSigma,
                frontSeconds);
    }

    private static void requireNotNegative(String name, double value) {
        if (!(value >= 0) || Double.isInfinite(value)) {
            throw new IllegalArgumentException(name + " must be a number >= 0 but was " + value);
        }
    }

    /** Seconds of a step without noise, host and accelerator one after the other. */
    public double seconds(StepWork load) {
        return onHost(load) + onAccelerator(load);
    }

    public double onHost(StepWork load) {
        return hostSeconds + perSequenceSeconds * load.sequences();
    }

    public double onAccelerator(StepWork load) {
        double work = weightsSeconds
                + perTokenSeconds * load.tokens()
                + perLogitRowSeconds * load.logitRows()
                + perKvTokenSeconds * load.kvTokensRead()
                + perAttentionSeconds * load.attention();
        return Math.max(floorSeconds, work);
    }
}
