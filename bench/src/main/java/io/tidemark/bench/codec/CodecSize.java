package io.tidemark.bench.codec;

import java.time.Duration;

/**
 * How long is measured.
 *
 * @param warmUp of each operation
 * @param rounds in each of which all operations take turns
 * @param each how long an operation is repeated in a round
 */
public record CodecSize(Duration warmUp, int rounds, Duration each) {
    public static final CodecSize STANDARD = new CodecSize(Duration.ofMillis(800), 21, Duration.ofMillis(40));
}
