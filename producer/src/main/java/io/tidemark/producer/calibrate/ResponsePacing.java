package io.tidemark.producer.calibrate;

import java.time.Duration;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How an answer is written: the first token so long after the request was read, each further one so long after the one before. A client
 * chooses it by the path that it calls.
 */
public record ResponsePacing(Duration first, Duration gap) {
    /** Everything in one go: nothing of it is logged. */
    public static final ResponsePacing AT_ONCE = new ResponsePacing(Duration.ZERO, Duration.ZERO);

    private static final Pattern PATH = Pattern.compile("^/first/(\\d{1,12})/gap/(\\d{1,12})/.*");

    public ResponsePacing {
        if (first.isNegative() || gap.isNegative()) {
            throw new IllegalArgumentException("a pacing cannot be negative but was " + first + " and " + gap);
        }
    }

    boolean isLogged() {
        return !equals(AT_ONCE);
    }

    /** What precedes {@code /v1} in a URL that asks for it; nanoseconds. */
    String path() {
        return "/first/" + first.toNanos() + "/gap/" + gap.toNanos();
    }

    /** The pacing that a request's path asks for; empty if it asks for none. */
    static Optional<ResponsePacing> of(String path) {
        Matcher found = PATH.matcher(path);
        return found.matches()
                ? Optional.of(new ResponsePacing(nanos(found.group(1)), nanos(found.group(2))))
                : Optional.empty();
    }

    private static Duration nanos(String digits) {
        return Duration.ofNanos(Long.parseLong(digits));
    }

    /** When a token is due, in nanoseconds after the request was read. */
    long dueNanos(int token) {
        return first.toNanos() + token * gap.toNanos();
    }
}
