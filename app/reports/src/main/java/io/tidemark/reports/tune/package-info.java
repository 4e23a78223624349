/**
 * What a tune found: its server starts by configuration, what each holds, and which configuration is recommended.
 *
 * <p>In: the journal of a tune and the runs that measured its starts. Out: comparisons with the default, signals that show why a configuration
 * lost, figures for a document. Knows no form of output.
 *
 * <p>Begin with {@link io.tidemark.reports.tune.TuneReportReader}.
 */
@NullMarked
package io.tidemark.reports.tune;

import org.jspecify.annotations.NullMarked;
