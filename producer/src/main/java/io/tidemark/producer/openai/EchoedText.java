package io.tidemark.producer.openai;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.BitSet;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * What an error's text repeats of the texts that a request sent, with or without quotes. Only letters and digits are compared, without their
 * case, as servers wrap, escape and cut what they repeat.
 */
final class EchoedText {
    static final String INSTEAD = "***";

    /** UTF-8 of a repeated part: three or four words of a Latin script, six characters of Chinese. A shorter text that was sent counts where all of it is repeated. */
    private static final int MIN_BYTES = 16;

    /** A shorter text is a number or a word of any message. */
    private static final int MIN_WHOLE_BYTES = 4;

    private static final long FACTOR = 0x9E3779B97F4A7C15L;
    private static final long LEAVING = leaving();

    private final String text;
    private final Letters letters;
    private final BitSet repeated = new BitSet();

    private EchoedText(String text) {
        this.text = text;
        this.letters = Letters.placed(text);
    }

    /** The text with each part masked that it repeats of these. */
    static String masked(String text, List<String> sent) {
        if (sent.isEmpty()) {
            return text;
        }
        EchoedText echoed = new EchoedText(text);
        echoed.mark(sent.stream().map(Letters::of).toList());
        return echoed.masked();
    }

    private void mark(List<Letters> sent) {
        long[] here = letters.windows();
        long[] sorted = Arrays.stream(here).sorted().toArray();
        BitSet found = new BitSet();
        for (Letters value : sent) {
            for (long window : sorted.length == 0 ? sorted : value.windows()) {
                int at = Arrays.binarySearch(sorted, window);
                if (at >= 0) {
                    found.set(at);
                }
            }
            if (value.size() < MIN_BYTES && value.size() >= MIN_WHOLE_BYTES) {
                markWhole(value);
            }
        }
        for (int i = 0; i < here.length; i++) {
            if (found.get(Arrays.binarySearch(sorted, here[i]))) {
                repeated.set(i, i + MIN_BYTES);
            }
        }
    }

    private void markWhole(Letters value) {
        for (int from = 0; from + value.size() <= letters.size(); from++) {
            int to = from + value.size();
            boolean isSame = Arrays.equals(letters.bytes, from, to, value.bytes, 0, value.size());
            if (isSame && isWordEnd(letters.begins[from] - 1) && isWordEnd(letters.ends[to - 1])) {
                repeated.set(from, to);
            }
        }
    }

    private boolean isWordEnd(int at) {
        return at < 0 || at >= text.length() || !Character.isLetterOrDigit(text.charAt(at));
    }

    private String masked() {
        StringBuilder masked = new StringBuilder();
        int shown = 0;
        int from = repeated.nextSetBit(0);
        while (from >= 0) {
            int to = repeated.nextClearBit(from);
            masked.append(text, shown, Math.max(shown, letters.begins[from])).append(INSTEAD);
            shown = letters.ends[to - 1];
            from = repeated.nextSetBit(to);
        }
        return masked.append(text, shown, text.length()).toString();
    }

    private static long leaving() {
        long power = 1;
        for (int i = 0; i < MIN_BYTES; i++) {
            power *= FACTOR;
        }
        return power;
    }

    /**
     * The letters and digits of a text in UTF-8.
     *
     * @param begins where the character of each byte begins in the text
     * @param ends where it ends; both empty for a text that is only looked for
     */
    @SuppressWarnings("ArrayRecordComponent") // never compared
    private record Letters(byte[] bytes, int[] begins, int[] ends) {
        private static final int[] NO_PLACES = {};

        /** Of a UTF-16 unit in UTF-8. */
        private static final int MAX_CHARACTER_BYTES = 3;

        /** Of JSON, Python or HTML; the first kind has the code of its character. */
        private static final Pattern ESCAPE =
                Pattern.compile("\\\\u([0-9a-fA-F]{4})|\\\\.|&#?\\w{1,6};", Pattern.DOTALL);

        /** Without the places. */
        static Letters of(String text) {
            return read(text, NO_PLACES, NO_PLACES);
        }

        static Letters placed(String text) {
            int most = MAX_CHARACTER_BYTES * text.length();
            return read(text, new int[most], new int[most]);
        }

        private static Letters read(String text, int[] begins, int[] ends) {
            byte[] bytes = new byte[MAX_CHARACTER_BYTES * text.length()];
            Matcher escape = ESCAPE.matcher(text);
            int size = 0;
            int at = 0;
            while (at < text.length()) {
                boolean isEscape = "\\&".indexOf(text.charAt(at)) >= 0
                        && escape.region(at, text.length()).lookingAt();
                boolean isCode = isEscape && escape.group(1) != null;
                int letter = isCode ? Integer.parseInt(escape.group(1), 16) : text.codePointAt(at);
                int end = isEscape ? escape.end() : at + Character.charCount(letter);
                if ((isCode || !isEscape) && Character.isLetterOrDigit(letter)) {
                    int to = put(Character.toLowerCase(letter), bytes, size);
                    Arrays.fill(begins, Math.min(size, begins.length), Math.min(to, begins.length), at);
                    Arrays.fill(ends, Math.min(size, ends.length), Math.min(to, ends.length), end);
                    size = to;
                }
                at = end;
            }
            return new Letters(Arrays.copyOf(bytes, size), begins, ends);
        }

        private static int put(int letter, byte[] bytes, int at) {
            if (letter < 0x80) {
                bytes[at] = (byte) letter;
                return at + 1;
            }
            byte[] encoded = Character.toString(letter).getBytes(StandardCharsets.UTF_8);
            System.arraycopy(encoded, 0, bytes, at, encoded.length);
            return at + encoded.length;
        }

        int size() {
            return bytes.length;
        }

        /** A number for each part of {@link #MIN_BYTES}, by the place of its first byte; equal parts have equal ones. */
        long[] windows() {
            long[] windows = new long[Math.max(0, size() - MIN_BYTES + 1)];
            long window = 0;
            for (int i = 0; i < size(); i++) {
                window = window * FACTOR + bytes[i];
                if (i >= MIN_BYTES) {
                    window -= bytes[i - MIN_BYTES] * LEAVING;
                }
                if (i >= MIN_BYTES - 1) {
                    windows[i - MIN_BYTES + 1] = window;
                }
            }
            return windows;
        }
    }
}
