package io.tidemark.producer.plan;

import java.time.Duration;

/** After what a request is given up: all but {@code connect} and {@code betweenTokens} count from when it was sent. */
public record Timeouts(Duration connect, Duration firstToken, Duration betweenTokens, Duration total) {
    public static final Timeouts DEFAULT =
            new Timeouts(Duration.ofSeconds(5), Duration.ofMinutes(2), Duration.ofMinutes(1), Duration.ofMinutes(10));
}
