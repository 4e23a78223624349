package io.tidemark.producer.runtime;

import java.util.Optional;

/** Something that is done again and again. */
public interface PeriodicTask {
    /** Ends it. */
    void cancel();

    /** Why it is not done any more though it was not cancelled, in words: it ended, or a round hangs. Empty while it is done. May be asked by any thread. */
    Optional<String> failure();
}
