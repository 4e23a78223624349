package io.tidemark.faults;

import java.time.Duration;

/** What the suite holds wall-clock figures against; a slower machine may be given more. */
final class TimeLimits {
    private TimeLimits() {}

    /** From the kill of a host to the first output of the one that was started again at once. */
    static Duration restart() {
        return Duration.ofSeconds(Long.getLong("tidemark.faults.restartLimitSeconds", 5));
    }
}
