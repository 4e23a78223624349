package io.tidemark.streams.host;

import java.time.Duration;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;

/**
 * Looks again and again with the same pause between. What comes is seen by the next look, so no later than the pause, what is left of the
 * look that goes on and the next one take together.
 *
 * @param pause lets so much time pass
 */
record FixedDelayLoop(Duration delay, Consumer<Duration> pause) {
    /** Returns when it is over. */
    void run(Runnable look, BooleanSupplier over) {
        while (!over.getAsBoolean()) {
            look.run();
            pause.accept(delay);
        }
    }
}
