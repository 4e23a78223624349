package io.tidemark.sinks.store;

/** What a maintenance took out: expired rows, and windows that were thinned to one a minute. */
public record Maintained(long requests, long windows, long thinnedWindows, long servers) {}
