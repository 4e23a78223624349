package io.tidemark.sinks.sink;

import java.util.List;

/** Takes letters to the dead letters of their teams; returns when they are there. */
@FunctionalInterface
interface DeadLetterSender {
    void send(List<FetchedBatch.DeadLetterRecord> letters);
}
