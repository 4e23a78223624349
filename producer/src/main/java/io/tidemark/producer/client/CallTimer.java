package io.tidemark.producer.client;

import java.time.Duration;

/** Lets a client's work happen later, on its one thread. */
public interface CallTimer {
    void after(Duration wait, Runnable work);
}
