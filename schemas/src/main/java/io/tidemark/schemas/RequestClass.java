package io.tidemark.schemas;

import io.tidemark.events.StepResult;

/** The classes of requests that have a meaning of their own. All others are names that a plan gives. */
public final class RequestClass {
    /** Every class together, and the class of requests that have none of their own. */
    public static final String ALL = "all";

    /** The request that is sent alone before a run's first step; it is never counted in {@link #ALL}. */
    public static final String FIRST_REQUEST = "first-request";

    /** All requests that one of several targets of a run served, whatever their class; not counted in {@link #ALL} a second time. */
    public static final String ONE_TARGET = "one-target";

    /** The classes that a streams host has no room for, together; a part of {@link #ALL} like them. */
    public static final String OTHER = "other";

    private static final String CACHED = "cached";

    private RequestClass() {}

    /** The class of answers that a cache in front of the server gave, e.g. {@code chat/cached}. */
    public static String cached(String requestClass) {
        return requestClass.equals(ALL) ? CACHED : requestClass + "/" + CACHED;
    }

    /** Whether it is that of such answers. */
    public static boolean isCached(String requestClass) {
        return requestClass.equals(CACHED) || requestClass.endsWith("/" + CACHED);
    }

    /** Whether it is one of the classes above, of which each target of a run has one at most. */
    public static boolean isSpecial(String requestClass) {
        return requestClass.equals(ALL)
                || requestClass.equals(FIRST_REQUEST)
                || requestClass.equals(ONE_TARGET)
                || requestClass.equals(OTHER);
    }

    /** Whether a plan must not give the name to a class of its own. */
    public static boolean isReserved(String requestClass) {
        return requestClass.equals(FIRST_REQUEST) || requestClass.equals(ONE_TARGET) || requestClass.equals(OTHER);
    }

    /** Whether a result is its step's own: those of a segment, and of one of several targets, are parts of it, and have no verdict that counts beside it. */
    public static boolean isWholeStep(StepResult result) {
        return result.getSegment() == null && result.getRequestClass().equals(ALL);
    }

    /** Whether its requests are part of {@link #ALL}. */
    public static boolean isPartOfAll(String requestClass) {
        return !requestClass.equals(FIRST_REQUEST) && !requestClass.equals(ONE_TARGET);
    }
}
