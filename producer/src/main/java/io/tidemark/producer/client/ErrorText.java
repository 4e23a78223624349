package io.tidemark.producer.client;

/** Error texts that may leave this process: servers echo what they were asked in quotes, so quoted values are masked. */
final class ErrorText {
    private static final int MOST_CHARACTERS = 200;
    private static final String QUOTES = "\"'`";

    private ErrorText() {}

    /** The first 200 characters with everything between quotes masked; a quote that is not closed masks the rest. */
    static String masked(String text) {
        StringBuilder masked = new StringBuilder();
        int i = 0;
        while (i < text.length() && masked.length() < MOST_CHARACTERS) {
            char c = text.charAt(i);
            masked.append(c);
            i++;
            if (opens(text, i - 1)) {
                int close = closing(text, i, c);
                masked.append("***").append(close < text.length() ? String.valueOf(c) : "");
                i = close + 1;
            }
        }
        return masked.length() > MOST_CHARACTERS ? masked.substring(0, MOST_CHARACTERS) : masked.toString();
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
