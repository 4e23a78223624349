package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.cost.ColdStart;
import io.tidemark.simulator.engine.speculation.SpeculationParameters;

/**
 * What an engine does beyond plain scheduling; each is off in {@link #none()}.
 *
 * @param speculation speculative decoding
 * @param asyncScheduling whether the host prepares a step while the accelerator still computes the one before ({@code
 *     --async-scheduling})
 * @param coldStart how much slower the first steps are
 * @param offload a pool in host memory for blocks that the accelerator has no room for
 */
public record EngineFeatures(
        SpeculationParameters speculation, boolean asyncScheduling, ColdStart coldStart, KvOffload offload) {
    private static final EngineFeatures NONE =
            new EngineFeatures(SpeculationParameters.none(), false, ColdStart.none(), KvOffload.none());

    public static EngineFeatures none() {
        return NONE;
    }

    public EngineFeatures with(SpeculationParameters replaced) {
        return new EngineFeatures(replaced, asyncScheduling, coldStart, offload);
    }

    public EngineFeatures with(ColdStart replaced) {
        return new EngineFeatures(speculation, asyncScheduling, replaced, offload);
    }

    public EngineFeatures with(KvOffload replaced) {
        return new EngineFeatures(speculation, asyncScheduling, coldStart, replaced);
    }

    /** The same with {@code --async-scheduling}. */
    public EngineFeatures asynchronous() {
        return new EngineFeatures(speculation, true, coldStart, offload);
    }
}
