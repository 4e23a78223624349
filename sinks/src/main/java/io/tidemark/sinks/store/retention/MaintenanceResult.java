package io.tidemark.sinks.store.retention;

/** What a maintenance took out: expired rows of each sort, and windows that were thinned to one a minute. */
public record MaintenanceResult(long requests, long windows, long thinnedWindows, long servers, long audit) {}
