package io.tidemark.schemas;

/** The flag of a step or a segment whose last scrape was long before its end. */
public final class IncompleteSignals {
    private static final String INCOMPLETE = "server signals are incomplete";

    private IncompleteSignals() {}

    /** The flag of a step or a segment. */
    public static String flag(long secondsBeforeEnd) {
        return INCOMPLETE + ": the last scrape was " + secondsBeforeEnd + " s before the end";
    }

    /** The flag of a step some segments of which have it. */
    public static String ofSegments(long segments) {
        return INCOMPLETE + " in " + ValueText.count(segments, "segment");
    }

    /** Whether a flag is this one. */
    public static boolean isFlag(String flag) {
        return flag.startsWith(INCOMPLETE);
    }
}
