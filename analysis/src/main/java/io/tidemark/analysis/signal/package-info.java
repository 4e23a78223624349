/**
 * The catalogue of the signals that are compared before and during a breach.
 *
 * <p>A signal's id comes in; its description, its side and the rule for a significant change go out.
 *
 * <p>Begin with {@link CorrelatedSignal}.
 */
@NullMarked
package io.tidemark.analysis.signal;

import org.jspecify.annotations.NullMarked;
