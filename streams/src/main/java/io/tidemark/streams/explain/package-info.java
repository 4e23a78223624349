/**
 * Finds which signals changed together with a breach, each against its own baseline.
 *
 * <p>In come signal series and the {@link BaselineTimes} of a breach; out go changed signals in order and a text. It shows correlation, not cause.
 *
 * <p>Begin with {@link BreachCorrelator}, then {@link io.tidemark.analysis.signal.CorrelatedSignal}.
 */
@NullMarked
package io.tidemark.streams.explain;

import org.jspecify.annotations.NullMarked;
