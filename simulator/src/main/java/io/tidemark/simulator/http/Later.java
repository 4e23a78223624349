package io.tidemark.simulator.http;

/** Does something on the event loop after a while. */
@FunctionalInterface
interface Later {
    void run(long millis, Runnable task);
}
