package io.tidemark.sinks.store.retention;

/** How much of a run is taken out. */
public enum PruneScope {
    /** Its request rows and windows: results, with the sketches that comparisons read, stay. */
    RAW,
    /** All of it, and what it leaves without a run: phases and their regressions. */
    RUNS
}
