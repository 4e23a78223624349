/**
 * One second of a series: in come values and request facts, out go sketches, counters and exact facts that add up in any
 * order. It must not know Kafka, windows or objectives.
 */
@NullMarked
package io.tidemark.streams.pane;

import org.jspecify.annotations.NullMarked;
