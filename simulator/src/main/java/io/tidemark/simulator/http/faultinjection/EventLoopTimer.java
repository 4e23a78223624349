package io.tidemark.simulator.http.faultinjection;

/** Does something on the event loop after a while. */
@FunctionalInterface
public interface EventLoopTimer {
    void run(long millis, Runnable task);
}
