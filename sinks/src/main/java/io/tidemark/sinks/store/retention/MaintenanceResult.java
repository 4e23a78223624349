package io.tidemark.sinks.store.retention;

/**
 * What a maintenance took out: rows that it deleted because they are past their retention, windows that were thinned to one a minute, and partitions of
 * any table, which it dropped with the rows of all teams in them.
 */
public record MaintenanceResult(
        long requests, long windows, long thinnedWindows, long servers, long audit, long partitions) {
    /** No partition was dropped. */
    public MaintenanceResult(long requests, long windows, long thinnedWindows, long servers, long audit) {
        this(requests, windows, thinnedWindows, servers, audit, 0);
    }
}
