package io.tidemark.reports.model;

import io.tidemark.events.Finality;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Instant;

/**
 * A window of a step and target that was recomputed from stored sketches.
 *
 * @param start of the first minute or hour with values that it is merged from
 * @param end of the last one, exclusive
 * @param finality FINAL if all of them are
 * @param sketch their values; not empty
 */
public record RecomputedWindow(
        int step, String target, Instant start, Instant end, Finality finality, LogHistogram sketch) {}
