package io.tidemark.bench.alerts;

import io.tidemark.events.Finality;
import io.tidemark.events.SloBreach;
import java.time.Instant;

/**
 * A record of a breach.
 *
 * @param appended when the broker took it; milliseconds
 */
record BreachRecord(SloBreach breach, Instant appended) {
    ShownAlerts.Key key() {
        return new ShownAlerts.Key(breach.getObjective(), breach.getOpened());
    }

    /** Whether it rests on completely counted seconds. */
    boolean isFinal() {
        return breach.getEvidence() == Finality.FINAL;
    }
}
