/**
 * Summaries of the stored requests of a run.
 *
 * <p>In: a scan over the requests of a run. Out: exact latencies, token lengths, errors and breach examples for each step.
 *
 * <p>Begin with {@link RunScan}.
 */
@NullMarked
package io.tidemark.reports.requests;

import org.jspecify.annotations.NullMarked;
