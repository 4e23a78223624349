package io.tidemark.app.cli.shared;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.function.Supplier;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Options that several verbs share, checked with their names. */
public final class OptionParser {
    private static final List<String> SIZE_UNITS = List.of("B", "KiB", "MiB", "GiB", "TiB");
    private static final Pattern SIZE_FORM =
            Pattern.compile("(\\d{1,6})(" + String.join("|", SIZE_UNITS) + ")|(\\d{1,15})");
    private static final int BITS_PER_UNIT = 10;

    private OptionParser() {}

    public static Team team(String name) {
        return parse("--team: ", () -> new Team(name));
    }

    /** @throws InvalidInputException naming the option, if its value is less */
    public static void requireAtLeast(String option, int value, int least) {
        require(value >= least, option + " must be >= " + least + " but was " + value);
    }

    /** @throws InvalidInputException with the rule, if it does not hold */
    public static void require(boolean holds, String rule) {
        if (!holds) {
            throw new InvalidInputException(rule);
        }
    }

    /**
     * What is made of options.
     *
     * @param prefix of the message, such as the option's name where the rule's own words do not have it
     * @throws InvalidInputException with the rule that they break
     */
    public static <T> T parse(String prefix, Supplier<T> made) {
        try {
            return made.get();
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException(prefix + e.getMessage());
        }
    }

    /** A size as it is typed: {@code 64KiB}, {@code 1GiB}, or plain bytes. @throws InvalidInputException naming the option */
    public static long size(String option, String text) {
        Matcher parts = SIZE_FORM.matcher(text);
        if (!parts.matches()) {
            throw new InvalidInputException(
                    option + " must be a number with one of " + SIZE_UNITS + ", such as 64MiB, but was " + text);
        }
        if (parts.group(3) != null) {
            return Long.parseLong(parts.group(3));
        }
        return Long.parseLong(parts.group(1)) << (BITS_PER_UNIT * SIZE_UNITS.indexOf(parts.group(2)));
    }
}
