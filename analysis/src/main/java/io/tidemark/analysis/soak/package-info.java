/**
 * Verdicts of a soak, hour by hour and day by day.
 *
 * <p>Segments of one long step come in, in their order; verdicts of its hours and days, with findings and when each began, go out. No I/O, no
 * clock.
 *
 * <p>Begin with {@link SoakHistory}.
 */
@NullMarked
package io.tidemark.analysis.soak;

import org.jspecify.annotations.NullMarked;
