package io.tidemark.producer.plan;

/** Of which requests the chunks are published; results do not depend on it, request events hold what they need. */
public enum TokenDetail {
    ALL,
    /** Every tenth request. */
    SAMPLE,
    OFF;

    private static final int SAMPLE_EVERY = 10;

    /** Whether the chunks of the request of that number, from 0, are published. */
    public boolean covers(long number) {
        return this == ALL || (this == SAMPLE && number % SAMPLE_EVERY == 0);
    }
}
