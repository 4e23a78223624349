package io.tidemark.sinks.sink;

import java.util.List;
import java.util.Optional;

/**
 * How a sink stands. Counts are since it started.
 *
 * @param stored records whose rows are in the store
 * @param deadLettered records of which no row was made: they could not be decoded, the database refuses them, or they contradict themselves
 * @param tombstones deletions on compacted topics: the topic forgets, the store does not
 * @param gaps times that a partition no longer had the record to go on from: records were lost to Kafka's retention
 * @param lag records that are in Kafka and not in the store, as of the last fetch
 * @param others teams whose rows another sink writes: this one takes over when that one ends
 * @param lastError why it last had to try again; empty once that worked
 */
public record SinkStatus(
        State state,
        long stored,
        long deadLettered,
        long tombstones,
        long gaps,
        long lag,
        List<String> others,
        Optional<String> lastError) {
    public SinkStatus {
        others = List.copyOf(others);
    }

    /** Where it is in its life. */
    public enum State {
        RUNNING,
        /** The store was deleted under it; it is made anew, and filled with what Kafka still holds. */
        REFILLING,
        /** Kafka, registry or store are in the way of some team; it keeps trying, and skips nothing. */
        RETRYING,
        /** A defect is in the way of some team, or ended its last round; it tries again after a pause. */
        FAILED,
        CLOSED
    }

    static SinkStatus starting() {
        return new SinkStatus(State.RUNNING, 0, 0, 0, 0, 0, List.of(), Optional.empty());
    }

    SinkStatus withState(State next) {
        return new SinkStatus(next, stored, deadLettered, tombstones, gaps, lag, others, lastError);
    }

    SinkStatus withError(State next, String error) {
        return new SinkStatus(next, stored, deadLettered, tombstones, gaps, lag, others, Optional.of(error));
    }

    SinkStatus withGap() {
        return new SinkStatus(state, stored, deadLettered, tombstones, gaps + 1, lag, others, lastError);
    }

    SinkStatus withBatch(FetchedBatch fetched) {
        return new SinkStatus(
                state,
                stored + fetched.stored(),
                deadLettered + fetched.deadLettered(),
                tombstones + fetched.tombstones(),
                gaps,
                lag,
                others,
                lastError);
    }

    SinkStatus with(long newLag, List<String> newOthers) {
        return new SinkStatus(state, stored, deadLettered, tombstones, gaps, newLag, newOthers, lastError);
    }

    SinkStatus withoutError() {
        return new SinkStatus(State.RUNNING, stored, deadLettered, tombstones, gaps, lag, others, Optional.empty());
    }
}
