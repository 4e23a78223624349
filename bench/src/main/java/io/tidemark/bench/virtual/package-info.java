/**
 * Measures how fast a whole plan runs in virtual time.
 *
 * <p>Comes in: plans at several request rates. Goes out: virtual seconds per second.
 *
 * <p>Begin with {@link VirtualBench}.
 */
@NullMarked
package io.tidemark.bench.virtual;

import org.jspecify.annotations.NullMarked;
