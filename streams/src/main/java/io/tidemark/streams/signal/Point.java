package io.tidemark.streams.signal;

/** A gauge at a scrape, or a counter's rate per second since the scrape before. */
record Point(long atMicros, double value, long spanMicros) {}
