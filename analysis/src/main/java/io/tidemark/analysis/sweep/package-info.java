/**
 * What a sweep over the flags of a server shows: which flags vary, the matrix of two of them, the effect of each value, and the front of two
 * figures.
 *
 * <p>Phases with their flags and one measured value per run come in; matrices, effects with intervals and fronts go out. It knows no plan,
 * no store and no document.
 *
 * <p>Begin with {@link SweepMeasurements}, then {@link MainEffects}.
 */
@NullMarked
package io.tidemark.analysis.sweep;

import org.jspecify.annotations.NullMarked;
