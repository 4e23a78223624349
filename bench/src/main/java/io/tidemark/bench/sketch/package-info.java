/**
 * Compares the sketch with DDSketch by JMH.
 *
 * <p>Comes in: latencies. Goes out: nanoseconds per operation and encoded bytes.
 *
 * <p>Begin with {@link SketchBench}.
 */
@NullMarked
package io.tidemark.bench.sketch;

import org.jspecify.annotations.NullMarked;
