package io.tidemark.sinks.store.jdbc.table;

import io.tidemark.events.Finality;
import io.tidemark.schemas.sketch.LogHistogram;

/**
 * An hour of a series.
 *
 * @param endMicros its end, exclusive
 * @param minutes how many minutes of it had values
 * @param finality FINAL if all of its minutes are
 * @param sketch what they held; never empty
 */
public record WindowHour(Series series, long endMicros, int minutes, Finality finality, LogHistogram sketch) {
    /** What windows of a run are of. */
    public record Series(String run, String metric, String requestClass, int step, String target) {}
}
