package io.tidemark.sinks.store.retention;

/**
 * What a maintenance took out: rows that it deleted because they are past their retention, windows that were thinned to one a minute, and partitions of
 * any table, which it dropped with the rows of all teams in them.
 *
 * @param hours hours of windows that are past their retention
 * @param mergedHours hours that were made, or made anew, of their minutes
 * @param annotations marks at times that are past their retention
 */
public record MaintenanceResult(
        long requests,
        long windows,
        long thinnedWindows,
        long servers,
        long audit,
        long partitions,
        long hours,
        long mergedHours,
        long annotations) {
    /** Of hours and annotations there was nothing to do. */
    public MaintenanceResult(
            long requests, long windows, long thinnedWindows, long servers, long audit, long partitions) {
        this(requests, windows, thinnedWindows, servers, audit, partitions, 0, 0, 0);
    }

    /** No partition was dropped. */
    public MaintenanceResult(long requests, long windows, long thinnedWindows, long servers, long audit) {
        this(requests, windows, thinnedWindows, servers, audit, 0);
    }
}
