package io.tidemark.streams.signals;

/** A gauge at a scrape, or a counter's rate per second since the scrape before. */
record SignalPoint(long atMicros, double value, long spanMicros) {}
