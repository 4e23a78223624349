package io.tidemark.streams.inbox;

import io.tidemark.events.ServerSample;

/** An input of the targets sub-topology, keyed by target: the union record of {@code target-inbox}. */
public sealed interface TargetInboxRecord {
    /** A run that drives the target; {@code endedMicros} is -1 while it runs. */
    record Binding(String run, long endedMicros) implements TargetInboxRecord {
        public static final long NOT_ENDED = -1;
    }

    /** A scrape of the target, histograms without their buckets. */
    record Scrape(ServerSample sample) implements TargetInboxRecord {}
}
