package io.tidemark.producer.openai;

import java.nio.charset.StandardCharsets;

/**
 * Error texts that may leave this process: servers echo what they were asked in quotes (a pydantic error holds the whole
 * input), so quoted values are masked.
 */
public final class ErrorText {
    /** In UTF-8. */
    static final int MAX_BYTES = 1024;

    /** More than is kept, so that a secret in it is found whole. */
    private static final int MAX_CHARACTERS = 4 * MAX_BYTES;

    private static final String QUOTES = "\"'`";

    private ErrorText() {}

    /** At most 1 KiB of a masked text. */
    public static String cut(String text) {
        byte[] bytes = text.getBytes(StandardCharsets.UTF_8);
        if (bytes.length <= MAX_BYTES) {
            return text;
        }
        int end = MAX_BYTES;
        while ((bytes[end] & 0xc0) == 0x80) {
            end--;
        }
        return new String(bytes, 0, end, StandardCharsets.UTF_8);
    }

    /** The beginning with everything between quotes masked; a quote that is not closed masks the rest. */
    public static String masked(String text) {
        StringBuilder masked = new StringBuilder();
        int i = 0;
        while (i < text.length() && masked.length() < MAX_CHARACTERS) {
            char c = text.charAt(i);
            masked.append(c);
            i++;
            if (opens(text, i - 1)) {
                int close = closing(text, i, c);
                masked.append("***").append(close < text.length() ? String.valueOf(c) : "");
                i = close + 1;
            }
        }
        return masked.length() > MAX_CHARACTERS ? masked.substring(0, MAX_CHARACTERS) : masked.toString();
    }

    /** An apostrophe inside a word opens nothing. */
    private static boolean opens(String text, int at) {
        char c = text.charAt(at);
        boolean apostrophe = c == '\'' && at > 0 && Character.isLetterOrDigit(text.charAt(at - 1));
        return QUOTES.indexOf(c) >= 0 && !apostrophe;
    }

    private static int closing(String text, int from, char quote) {
        for (int i = from; i < text.length(); i++) {
            boolean escaped = text.charAt(i - 1) == '\\';
            boolean insideWord = quote == '\''
                    && i + 1 < text.length()
                    && Character.isLetterOrDigit(text.charAt(i + 1))
                    && Character.isLetterOrDigit(text.charAt(i - 1));
            if (text.charAt(i) == quote && !escaped && !insideWord) {
                return i;
            }
        }
        return text.length();
    }
}
