package io.tidemark.faults;

/**
 * A window of a series.
 *
 * @param metric its name in events
 * @param seconds length; 0 is the whole step
 * @param end epoch second, exclusive
 */
record WindowId(String requestClass, String metric, int seconds, long end) {}
