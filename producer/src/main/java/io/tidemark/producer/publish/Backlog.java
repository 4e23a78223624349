package io.tidemark.producer.publish;

import java.time.Duration;

/**
 * Events that Kafka has not acknowledged yet.
 *
 * @param inMemory waiting here or under way
 * @param spooled waiting on disk
 * @param silentFor since when any waits without Kafka acknowledging one; zero when none waits
 */
public record Backlog(long inMemory, long spooled, Duration silentFor) {
    /** None waits. */
    public static final Backlog NONE = new Backlog(0, 0, Duration.ZERO);

    /** So long a silence is no slow answer: Kafka is away. */
    public static final Duration AWAY_AFTER = Duration.ofSeconds(3);

    public long events() {
        return inMemory + spooled;
    }

    public boolean isAway() {
        return silentFor.compareTo(AWAY_AFTER) > 0;
    }
}
