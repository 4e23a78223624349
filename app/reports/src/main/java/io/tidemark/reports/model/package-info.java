/**
 * The data of a report: phases, runs and steps as the store holds them.
 *
 * <p>In: rows of the result store. Out: an immutable model, and the checks of smoke tests.
 *
 * <p>Begin with {@link ReportModel}.
 */
@NullMarked
package io.tidemark.reports.model;

import org.jspecify.annotations.NullMarked;
