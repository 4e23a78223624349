package io.tidemark.producer.validity;

import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * What the server knows of a request.
 *
 * @param id its {@code X-Request-Id}
 * @param firstDueNanos when its first token was to be written, after the request was read
 * @param gapDueNanos what was to lie between two tokens
 * @param sinceReadNanos taken just before each token was written, after the request was read
 */
public record ServerTokenTimes(String id, long firstDueNanos, long gapDueNanos, List<Long> sinceReadNanos) {
    private static final int MIN_FIELDS = 3;

    public ServerTokenTimes {
        sinceReadNanos = List.copyOf(sinceReadNanos);
    }

    /** How late each token was written, against the server's own schedule. */
    public LongStream latenessNanos() {
        return IntStream.range(0, sinceReadNanos.size())
                .mapToLong(token -> sinceReadNanos.get(token) - firstDueNanos - token * gapDueNanos);
    }

    /** As one line of text. */
    public String toLine() {
        return Stream.concat(Stream.of(id, firstDueNanos, gapDueNanos), sinceReadNanos.stream())
                .map(String::valueOf)
                .collect(Collectors.joining(" "));
    }

    /** @throws IllegalArgumentException if it is not a line of {@link #toLine} */
    public static ServerTokenTimes parse(String line) {
        List<String> fields = List.of(line.split(" ", -1));
        if (fields.size() < MIN_FIELDS) {
            throw new IllegalArgumentException(
                    "a line of the server's log must have an id, two times and the writes but was \"" + line + "\"");
        }
        List<Long> numbers = fields.stream().skip(1).map(Long::valueOf).toList();
        return new ServerTokenTimes(fields.get(0), numbers.get(0), numbers.get(1), numbers.subList(2, numbers.size()));
    }
}
