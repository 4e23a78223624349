package io.tidemark.schemas;

import java.util.Collection;
import java.util.stream.Collectors;

/** The flag of a step or a segment whose last scrape was long before its end, or some of whose scrapes failed. */
public final class IncompleteSignals {
    private static final String INCOMPLETE = "server signals are incomplete";

    /** So many instances are named: a flag is a text of bounded length. */
    private static final int MAX_INSTANCES = 3;

    private IncompleteSignals() {}

    /** The flag of a step or a segment. */
    public static String flag(long secondsBeforeEnd) {
        return INCOMPLETE + ": the last scrape was " + secondsBeforeEnd + " s before the end";
    }

    /** The flag of a step or a segment whose signals are of the scrapes that did not fail. */
    public static String ofFailed(Collection<FailedScrapes> pages) {
        long further = pages.size() - (long) MAX_INSTANCES;
        return INCOMPLETE + ": "
                + pages.stream()
                        .limit(MAX_INSTANCES)
                        .map(page -> page.failed() + " of " + ValueText.count(page.scrapes(), "scrape") + " of "
                                + page.instance() + " failed")
                        .collect(Collectors.joining(", "))
                + (further > 0 ? ", and some of " + ValueText.count(further, "further instance") : "");
    }

    /** How many scrapes of an instance there were, and how many of them failed. */
    public record FailedScrapes(String instance, long failed, long scrapes) {}

    /** The flag of a step some segments of which have it. */
    public static String ofSegments(long segments) {
        return INCOMPLETE + " in " + ValueText.count(segments, "segment");
    }

    /** Whether a flag is this one. */
    public static boolean isFlag(String flag) {
        return flag.startsWith(INCOMPLETE);
    }
}
