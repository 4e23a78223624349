/**
 * How well a tuner finds the best flags: of the simulator's servers, in virtual time, beside random search and auto_tune's rule.
 *
 * <p>Spaces of flags come in; tables of what was found go out.
 *
 * <p>Begin with {@link TuneBench}.
 */
@NullMarked
package io.tidemark.bench.tune;

import org.jspecify.annotations.NullMarked;
