package io.tidemark.streams.slo;

/** What the window that ended at a second showed. */
public record Moment(long second, Figure value, Counted counted) {}
