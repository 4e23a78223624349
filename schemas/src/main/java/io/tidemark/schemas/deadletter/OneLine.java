package io.tidemark.schemas.deadletter;

import java.util.regex.Pattern;

/**
 * A text of a record or a server as one line that goes to a log or a terminal: what steers a terminal, ends a line or turns the direction of
 * text becomes a blank.
 */
public final class OneLine {
    /** A regular expression: control and format characters, separators of lines and paragraphs. */
    public static final String ACTING = "[\\p{Cc}\\p{Cf}\\p{Zl}\\p{Zp}]";

    private static final Pattern PATTERN = Pattern.compile(ACTING);

    private OneLine() {}

    public static String of(String text) {
        return PATTERN.matcher(text).replaceAll(" ");
    }
}
