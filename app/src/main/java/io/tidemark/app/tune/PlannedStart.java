package io.tidemark.app.tune;

import io.tidemark.app.tune.measure.Measurement;
import io.tidemark.producer.plan.PhasePlan;

/**
 * A server start that is to be made.
 *
 * @param number from 1, in its tune
 * @param block from 1; 0 without blocks
 * @param purpose why it is made, as the journal and listings show it
 * @param phase configuration of the server
 * @param measurement what the server gets once it is ready
 */
public record PlannedStart(int number, int block, String purpose, PhasePlan phase, Measurement measurement) {
    /** Whether it is one of those that decide, of a sweep or of a search's final stage: only on these commands run after the load. */
    boolean isDeciding() {
        return block > 0;
    }
}
