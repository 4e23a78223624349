/**
 * One second of one series: sketches, counters, exact measurements of requests, and requests in flight by age.
 *
 * <p>In come values and measurements; out go panes, which add up in any order, and their bytes. It does not know Kafka, windows or objectives.
 *
 * <p>Begin with {@link Pane} and {@link SeriesKey}.
 */
@NullMarked
package io.tidemark.streams.panes;

import org.jspecify.annotations.NullMarked;
