package io.tidemark.alerts.http;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.Optional;

/** The header {@code Retry-After}: seconds or a date (RFC 9110, section 10.2.3). */
final class RetryAfter {
    private static final Duration MOST = Duration.ofDays(1);

    private RetryAfter() {}

    /** How long to wait, at most a day; empty if it is neither. */
    static Optional<Duration> parse(String header, Instant now) {
        return seconds(header.strip())
                .or(() -> date(header.strip(), now))
                .map(wait -> wait.isNegative() ? Duration.ZERO : wait)
                .map(wait -> wait.compareTo(MOST) > 0 ? MOST : wait);
    }

    private static Optional<Duration> seconds(String text) {
        return text.matches("\\d{1,9}") ? Optional.of(Duration.ofSeconds(Long.parseLong(text))) : Optional.empty();
    }

    private static Optional<Duration> date(String text, Instant now) {
        try {
            Instant date = ZonedDateTime.parse(text, DateTimeFormatter.RFC_1123_DATE_TIME)
                    .toInstant();
            return Optional.of(Duration.between(now, date));
        } catch (DateTimeException e) {
            // Neither seconds nor a date: the sender's own delay holds.
            return Optional.empty();
        }
    }
}
