package io.tidemark.sinks.sink;

import java.util.Optional;

/**
 * How a sink stands. Counts are since it started.
 *
 * @param stored records whose rows are in the store
 * @param putAside records of which no row was made: they could not be decoded, the database refuses them, or they contradict themselves
 * @param tombstones deletions on compacted topics: the topic forgets, the store does not
 * @param gaps times that a partition no longer had the record to go on from: records were lost to Kafka's retention
 * @param lag records that are in Kafka and not in the store, as far as the last fetch told
 * @param lastError why it last had to try again; empty once a batch has been stored since, or there is nothing left to store
 */
public record SinkStatus(
        State state, long stored, long putAside, long tombstones, long gaps, long lag, Optional<String> lastError) {
    /** Where it is in its life. */
    public enum State {
        RUNNING,
        /** Kafka, registry or store are in the way; it keeps trying, and skips nothing. */
        RETRYING,
        /** A defect ended its last round; it starts anew after a pause. */
        FAILED,
        CLOSED
    }

    static SinkStatus starting() {
        return new SinkStatus(State.RUNNING, 0, 0, 0, 0, 0, Optional.empty());
    }

    SinkStatus in(State next) {
        return new SinkStatus(next, stored, putAside, tombstones, gaps, lag, lastError);
    }

    SinkStatus failing(State next, String error) {
        return new SinkStatus(next, stored, putAside, tombstones, gaps, lag, Optional.of(error));
    }

    SinkStatus gap() {
        return new SinkStatus(state, stored, putAside, tombstones, gaps + 1, lag, lastError);
    }

    SinkStatus after(Fetched fetched, long newLag) {
        return new SinkStatus(
                state,
                stored + fetched.stored(),
                putAside + fetched.putAside(),
                tombstones + fetched.tombstones(),
                gaps,
                newLag,
                lastError);
    }

    SinkStatus well() {
        return new SinkStatus(State.RUNNING, stored, putAside, tombstones, gaps, lag, Optional.empty());
    }
}
