package io.tidemark.bench.referenceserver;

import java.time.Duration;
import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * How the paced server answers, encoded in the name of the requested model: {@code paced-<ttft ms>-<itl ms>-<per write>}.
 *
 * @param ttftNanos from the read that completed the request to the first write
 * @param gapNanos from one write to the next
 * @param perWrite messages, each one token, in a write
 */
public record ReferencePacing(long ttftNanos, long gapNanos, int perWrite) {
    private static final Pattern MODEL = Pattern.compile("\"model\": ?\"paced-(\\d+)-(\\d+)-(\\d+)\"");
    private static final Pattern TOKENS = Pattern.compile("\"max_(?:completion_)?tokens\": ?(\\d+)");

    public static ReferencePacing of(Duration ttft, Duration gap, int perWrite) {
        return new ReferencePacing(ttft.toNanos(), gap.toNanos(), perWrite);
    }

    /** @throws IllegalArgumentException if the body asks for no pace */
    static ReferencePacing askedIn(String body) {
        Matcher asked = MODEL.matcher(body);
        if (!asked.find()) {
            throw new IllegalArgumentException("a body must ask for a model paced-<ms>-<ms>-<n> but was " + body);
        }
        return of(millis(asked.group(1)), millis(asked.group(2)), Integer.parseInt(asked.group(3)));
    }

    /** @throws IllegalArgumentException if the body has no limit */
    static int tokensAskedIn(String body) {
        Matcher asked = TOKENS.matcher(body);
        if (!asked.find()) {
            throw new IllegalArgumentException("a body must have max_tokens or max_completion_tokens but was " + body);
        }
        return Integer.parseInt(asked.group(1));
    }

    private static Duration millis(String digits) {
        return Duration.ofMillis(Long.parseLong(digits));
    }

    public String model() {
        return String.format(Locale.ROOT, "paced-%d-%d-%d", ttftNanos / 1_000_000, gapNanos / 1_000_000, perWrite);
    }
}
