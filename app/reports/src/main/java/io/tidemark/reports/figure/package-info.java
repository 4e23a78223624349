/**
 * The figures of a report: load, distributions, lengths and timelines.
 *
 * <p>In: the report model. Out: document blocks with charts and their data tables.
 *
 * <p>Begin with {@link LoadCharts}.
 */
@NullMarked
package io.tidemark.reports.figure;

import org.jspecify.annotations.NullMarked;
