package io.tidemark.analysis.soak;

/**
 * A segment in which the server restarted.
 *
 * @param fromMicros start of the segment, microseconds since 1970
 * @param count how often its counters began again
 */
public record SoakRestart(int segment, long fromMicros, long untilMicros, long count) {}
