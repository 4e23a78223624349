package io.tidemark.producer.plan.workload;

/** What is added to the class of a request, so that percentiles can be read apart. */
public enum RequestClassSuffix {
    /** Nothing. */
    NONE,
    /** {@code turn-1}, {@code turn-2} ... of its conversation. */
    TURN,
    /** The format of the file that it comes from, e.g. {@code dolly}. */
    DATASET,
    /** What the file itself calls its category. */
    CATEGORY
}
