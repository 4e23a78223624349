/**
 * Reads the teams' topics from the offsets that a store holds.
 *
 * <p>Topics and offsets come in; the positions of a consumer and the moves of its offsets go out.
 *
 * <p>Begin with {@link ConsumerProgress}.
 */
@NullMarked
package io.tidemark.sinks.consume;

import org.jspecify.annotations.NullMarked;
