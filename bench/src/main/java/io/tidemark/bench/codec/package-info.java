/**
 * Compares the format of internal state with Avro.
 *
 * <p>Comes in: panes and the requests of a step. Goes out: nanoseconds to write and to read a value, and its bytes.
 *
 * <p>Begin with {@link CodecBench}.
 */
@NullMarked
package io.tidemark.bench.codec;

import org.jspecify.annotations.NullMarked;
