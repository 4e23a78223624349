/**
 * Baselines: runs that a person chose to compare later ones with, by a name.
 *
 * <p>Names with their runs come in; the store keeps them, and those runs.
 *
 * <p>Begin with {@link Baseline}.
 */
@NullMarked
package io.tidemark.sinks.store.baseline;

import org.jspecify.annotations.NullMarked;
