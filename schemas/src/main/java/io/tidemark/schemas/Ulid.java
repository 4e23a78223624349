package io.tidemark.schemas;

import io.tidemark.schemas.deadletter.RecordRejection;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Arrays;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.random.RandomGenerator;

/**
 * Run ids: 26 characters, 48 bits of milliseconds then 80 random bits, in Crockford's base 32, so that they sort by time.
 *
 * @see <a href="https://github.com/ulid/spec">ULID specification</a>
 */
public final class Ulid {
    /** How far the time of a run's id may be ahead of the broker's append time of a record of the run. */
    public static final Duration AHEAD = Duration.ofDays(1);

    private static final String ALPHABET = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
    private static final int BITS_PER_CHARACTER = 5;

    /** Of a time of 48 bits the first of ten characters is at most this. */
    private static final char LAST_FIRST = '7';

    /** The value of each character up to Z; -1 of those that are not in the alphabet. */
    private static final byte[] VALUES = new byte['Z' + 1];

    static {
        Arrays.fill(VALUES, (byte) -1);
        for (int value = 0; value < ALPHABET.length(); value++) {
            VALUES[ALPHABET.charAt(value)] = (byte) value;
        }
    }

    private static final int TIME_CHARACTERS = 10;
    private static final int RANDOM_CHARACTERS = 16;

    private Ulid() {}

    public static String next(InstantSource clock, RandomGenerator random) {
        StringBuilder id = new StringBuilder(TIME_CHARACTERS + RANDOM_CHARACTERS);
        long millis = clock.millis();
        for (int i = TIME_CHARACTERS - 1; i >= 0; i--) {
            id.append(ALPHABET.charAt((int) (millis >>> (BITS_PER_CHARACTER * i)) & 31));
        }
        for (int i = 0; i < RANDOM_CHARACTERS; i++) {
            id.append(ALPHABET.charAt(random.nextInt(32)));
        }
        return id.toString();
    }

    /** The id itself. @throws IllegalArgumentException if it is none */
    public static String require(String id) {
        if (!isValid(id)) {
            throw new IllegalArgumentException("a run id must be a 26-character ULID but was \"" + id + "\"");
        }
        return id;
    }

    public static boolean isValid(String id) {
        return millis(id).isPresent();
    }

    /** When an id was made, epoch milliseconds; empty if it is none. Without a regular expression: the streams ask for each record. */
    public static OptionalLong millis(String id) {
        if (id.length() != TIME_CHARACTERS + RANDOM_CHARACTERS || id.charAt(0) > LAST_FIRST) {
            return OptionalLong.empty();
        }
        long millis = 0;
        for (int i = 0; i < id.length(); i++) {
            char character = id.charAt(i);
            int value = character < VALUES.length ? VALUES[character] : -1;
            if (value < 0) {
                return OptionalLong.empty();
            }
            millis = i < TIME_CHARACTERS ? millis << BITS_PER_CHARACTER | value : millis;
        }
        return OptionalLong.of(millis);
    }

    /**
     * The rule that a run's id breaks in a record; empty if it keeps it. A store partitions by the time of the id, so one of a coming day is
     * refused. One of any earlier day is that of a spool or of a long run.
     */
    public static Optional<String> problem(String run, long appendedMillis) {
        OptionalLong millis = millis(run);
        if (millis.isEmpty()) {
            return Optional.of("run must be a 26-character ULID but was \"" + RecordRejection.shown(run) + "\"");
        }
        long aheadMillis = millis.getAsLong() - appendedMillis;
        return aheadMillis > AHEAD.toMillis()
                ? Optional.of("run must be the ULID of a time at most " + AHEAD + " ahead but was " + run + ", "
                        + Duration.ofMillis(aheadMillis) + " ahead")
                : Optional.empty();
    }
}
