/**
 * The search for the highest load within the SLO.
 *
 * <p>In: a plan, a range of loads and a time budget. Out: an interval of the capacity, the reason of the end and the ids of the probe runs.
 *
 * <p>Begin with {@link CapacitySearch}.
 */
@NullMarked
package io.tidemark.app.search;

import org.jspecify.annotations.NullMarked;
