package io.tidemark.bench.client;

import java.util.List;

/** Something that sends a load and says when it had sent each request and when its first content came. */
interface Client {
    String name();

    /** Returns when all have ended; only those that ended well are in the list. */
    List<Seen> send(Load load) throws InterruptedException;
}
