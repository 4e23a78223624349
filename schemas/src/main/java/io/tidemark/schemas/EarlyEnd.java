package io.tidemark.schemas;

/** The flag of a step that ended before its plan's end, with the reason. */
public final class EarlyEnd {
    private static final String ENDED_EARLY = "ended before its plan's end: ";
    private static final String PROBE = "a probe of a search";

    private EarlyEnd() {}

    /** The step's flag. */
    public static String flag(String reason) {
        return ENDED_EARLY + reason;
    }

    /** The reason of a search's probe: every probe ends so. */
    public static String ofProbe(String end) {
        return PROBE + ": " + end;
    }

    /** Whether words contain the flag of a search's probe. */
    public static boolean isOfProbe(String description) {
        return description.contains(ENDED_EARLY + PROBE);
    }
}
