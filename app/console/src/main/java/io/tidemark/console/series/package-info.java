/**
 * Series for a screen: as many points as it can show.
 *
 * <p>Windows of the store come in; those that are to be drawn go out. The package reads nothing.
 *
 * <p>Begin with {@link MinMaxThinning}.
 */
@NullMarked
package io.tidemark.console.series;

import org.jspecify.annotations.NullMarked;
