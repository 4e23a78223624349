/**
 * The load that a phase holds within its SLO, and which phase holds more.
 *
 * <p>Verdicts per load come in; an interval of the capacity goes out.
 *
 * <p>Begin with {@link Capacity}.
 */
@NullMarked
package io.tidemark.analysis.capacity;

import org.jspecify.annotations.NullMarked;
