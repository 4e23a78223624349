package io.tidemark.bench.lane;

import io.tidemark.events.Outcome;

/**
 * What the load generator's event says of one request, in nanoseconds from when it was due, but for {@code dueNanos}, which is by the
 * host's monotonic clock.
 *
 * @param chunks with output
 */
record ClientRequestRecord(
        String request,
        Outcome outcome,
        long dueNanos,
        long sentNanos,
        long connectEndNanos,
        long firstTokenNanos,
        int chunks) {
    static ClientRequestRecord parse(String line) {
        String[] words = line.split(" ", -1);
        return new ClientRequestRecord(
                words[0],
                Outcome.valueOf(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Integer.parseInt(words[6]));
    }

    String line() {
        return request + " " + outcome + " " + dueNanos + " " + sentNanos + " " + connectEndNanos + " "
                + firstTokenNanos + " " + chunks;
    }

    boolean isOk() {
        return outcome == Outcome.OK;
    }
}
