package io.tidemark.producer.run;

/** Something that is done again and again. */
interface Ticking {
    /** Ends it. */
    void cancel();

    /** @throws IllegalStateException if it failed, and so is not done any more, though it was not cancelled */
    void requireAlive();
}
