/**
 * Measured values, objectives and capacities as text and JSON.
 *
 * <p>In: numbers and rows of the result store. Out: strings with units, table cells and JSON fields.
 *
 * <p>Begin with {@link ValueFormat}.
 */
@NullMarked
package io.tidemark.reports.format;

import org.jspecify.annotations.NullMarked;
