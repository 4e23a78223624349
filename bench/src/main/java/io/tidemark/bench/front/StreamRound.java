package io.tidemark.bench.front;

import java.io.IOException;

/** Rounds of so many streams, which gather while the engine stands still and then go on together. */
record StreamRound(StreamDrain drain, SimulatorAdminClient admin, int streams) {
    /** Gives the bytes that came. */
    long round(StreamDrain.Opened onGathered) throws IOException, InterruptedException {
        admin.stall();
        return drain.read(streams, () -> {
            admin.awaitStreams(streams);
            onGathered.all();
            admin.resume();
        });
    }

    /** A round in which the server's heap is looked at, before and with the streams. */
    double kibPerStream(HeapUsage heap) throws IOException, InterruptedException {
        long before = heap.kib();
        long[] with = new long[1];
        var unused = round(() -> with[0] = heap.kib());
        return (double) (with[0] - before) / streams;
    }
}
