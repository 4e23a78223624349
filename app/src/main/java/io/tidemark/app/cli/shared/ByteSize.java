package io.tidemark.app.cli.shared;

import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Sizes as they are typed: {@code 64KiB}, {@code 1GiB}, or plain bytes. */
public final class ByteSize {
    private static final List<String> UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
    private static final Pattern FORM = Pattern.compile("(\\d{1,6})(" + String.join("|", UNITS) + ")|(\\d{1,15})");
    private static final int BITS_PER_UNIT = 10;

    private ByteSize() {}

    /** @throws IllegalArgumentException naming the option */
    public static long parse(String option, String text) {
        Matcher parts = FORM.matcher(text);
        if (!parts.matches()) {
            throw new IllegalArgumentException(
                    option + " must be a number with one of " + UNITS + ", such as 64MiB, but was " + text);
        }
        if (parts.group(3) != null) {
            return Long.parseLong(parts.group(3));
        }
        return Long.parseLong(parts.group(1)) << (BITS_PER_UNIT * UNITS.indexOf(parts.group(2)));
    }
}
