package io.tidemark.sinks.store.read.run;

import java.util.OptionalLong;

/**
 * How the events of a run's leading lane came to Kafka; a number that was not reported is empty.
 *
 * @param clockOffsetNanos the broker's wall clock minus the host's
 * @param clockOffsetErrorNanos the largest error of it
 * @param spooled events that went through the spool on disk
 * @param late events that were published after the run's end
 * @param lost events that never came
 */
public record PublishingRow(
        OptionalLong clockOffsetNanos,
        OptionalLong clockOffsetErrorNanos,
        OptionalLong spooled,
        OptionalLong late,
        OptionalLong lost) {
    /** Of a run that has not ended. */
    public static final PublishingRow NONE = new PublishingRow(
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty(),
            OptionalLong.empty());
}
