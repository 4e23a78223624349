/**
 * The definitions of faults that a simulated server can inject.
 *
 * <p>Comes in: text such as {@code refuse=429,share=0.5,for=5}, or the configuration's {@code faults} section. Goes out: validated records.
 *
 * <p>Begin with {@link FaultKind} and {@link Fault}.
 */
@NullMarked
package io.tidemark.simulator.faults;

import org.jspecify.annotations.NullMarked;
