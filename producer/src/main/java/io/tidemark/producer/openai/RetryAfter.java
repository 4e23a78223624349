package io.tidemark.producer.openai;

import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.time.format.DateTimeFormatter;
import java.util.Map;
import java.util.Optional;

/**
 * For how long a server asked not to be asked again: the header {@code Retry-After} of RFC 9110 section 10.2.3, in seconds or as
 * a date. A date counts from the answer's own {@code Date}, so that the clocks of two hosts need not agree; without one it says
 * nothing.
 */
public final class RetryAfter {
    static final String HEADER = "retry-after";
    static final String DATE = "date";

    /** No request of a load waits longer, whatever a server asks for. */
    private static final Duration LONGEST = Duration.ofMinutes(10);

    private static final int MAX_DIGITS = 9;

    private RetryAfter() {}

    /**
     * Reads an answer's headers.
     *
     * @param headers by names in lower case
     * @return at most 10 minutes; empty where nothing was asked for that can be read
     */
    public static Optional<Duration> of(Map<String, String> headers) {
        return of(
                headers.getOrDefault(HEADER, ""),
                date(headers.getOrDefault(DATE, "").strip()),
                LONGEST);
    }

    /**
     * Reads the header's value.
     *
     * @param from that a date counts from; without it a date says nothing
     * @return at most {@code longest}; empty where nothing was asked for that can be read
     */
    public static Optional<Duration> of(String header, Optional<Instant> from, Duration longest) {
        String asked = header.strip();
        Optional<Duration> wait = asked.matches("\\d{1," + MAX_DIGITS + "}")
                ? Optional.of(Duration.ofSeconds(Long.parseLong(asked)))
                : date(asked).flatMap(end -> from.map(start -> Duration.between(start, end)));
        return wait.map(value -> value.isNegative() ? Duration.ZERO : value)
                .map(value -> value.compareTo(longest) > 0 ? longest : value);
    }

    private static Optional<Instant> date(String text) {
        if (text.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(DateTimeFormatter.RFC_1123_DATE_TIME.parse(text, Instant::from));
        } catch (DateTimeException e) {
            // A server's header is not ours to complain about: what cannot be read asks for nothing.
            return Optional.empty();
        }
    }
}
