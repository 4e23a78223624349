/**
 * Decides whether a comparison passes a gate.
 *
 * <p>A comparison and a policy come in; an outcome with its reasons goes out.
 *
 * <p>Begin with {@link GateVerdict}.
 */
@NullMarked
package io.tidemark.analysis.gate;

import org.jspecify.annotations.NullMarked;
