package io.tidemark.schemas;

import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The flag of a step or a segment in which the server's counters began again. */
public final class ServerRestarts {
    private static final String BEGAN_AGAIN = "the server restarted: its counters began again ";
    private static final Pattern FLAG = Pattern.compile(Pattern.quote(BEGAN_AGAIN) + "(\\d{1,9}) times?");

    private ServerRestarts() {}

    /** @param times how often, at least once */
    public static String flag(long times) {
        return BEGAN_AGAIN + ValueText.count(times, "time");
    }

    /** How often, as the flags of a result have it; 0 without such a flag. */
    public static long count(Iterable<String> flags) {
        long times = 0;
        for (String flag : flags) {
            Matcher matcher = FLAG.matcher(flag);
            times += matcher.matches() ? Long.parseLong(matcher.group(1)) : 0;
        }
        return times;
    }
}
