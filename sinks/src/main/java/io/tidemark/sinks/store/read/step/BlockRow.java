package io.tidemark.sinks.store.read.step;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;

/**
 * The measured requests of a step that were due in one block of its time.
 *
 * @param number from 0; blocks follow each other without gaps
 * @param length of the block; the last may be cut off
 * @param due requests due in it
 * @param notOk of these, not ok
 * @param bad bad requests (bad values, for itl) by the name of the objective
 * @param metrics of the ok ones; whoever changes a sketch copies it
 */
public record BlockRow(
        int number,
        Instant from,
        Duration length,
        long due,
        long notOk,
        Map<String, Long> bad,
        Map<Metric, LogHistogram> metrics) {
    public BlockRow {
        bad = Map.copyOf(bad);
        metrics = Map.copyOf(metrics);
    }
}
