package io.tidemark.schemas.serde;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;

/** The few names that come in every record, made once: the same bytes give the same string, as long as another has not taken its place. Not thread-safe. */
final class StringCache {
    private static final int PLACES = 4_096;
    /** A longer one is made each time, so that what is kept stays small. */
    private static final int LONGEST = 64;

    private final byte[][] keys = new byte[PLACES][];
    private final String[] texts = new String[PLACES];

    String of(byte[] bytes, int from, int length) {
        if (length > LONGEST) {
            return new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        int hash = length;
        for (int i = from; i < from + length; i++) {
            hash = 31 * hash + bytes[i];
        }
        int place = (hash ^ hash >>> 12 ^ hash >>> 24) & PLACES - 1;
        byte[] key = keys[place];
        if (key == null || !Arrays.equals(key, 0, key.length, bytes, from, from + length)) {
            keys[place] = Arrays.copyOfRange(bytes, from, from + length);
            texts[place] = new String(bytes, from, length, StandardCharsets.UTF_8);
        }
        return texts[place];
    }
}
