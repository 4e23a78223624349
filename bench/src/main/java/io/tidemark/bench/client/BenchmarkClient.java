package io.tidemark.bench.client;

import java.util.List;

/** Something that sends a load and says when it had sent each request and when its first content came. */
interface BenchmarkClient {
    String name();

    /** Returns when all have ended; only those that ended well are in the list. */
    List<ClientStamps> send(ClosedLoad load) throws InterruptedException;
}
