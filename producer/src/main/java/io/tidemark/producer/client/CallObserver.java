package io.tidemark.producer.client;

/** Told what becomes of a request, on the client's loop; must never block. */
public interface CallObserver {
    void chunk(Chunk chunk);

    /** Exactly once, last. */
    void ended(CallEnd end);
}
