/**
 * A complete report and the files it is written to.
 *
 * <p>In: the report model or a document. Out: HTML, Markdown, chart files and the verdict as JSON.
 *
 * <p>Begin with {@link ReportWriter}.
 */
@NullMarked
package io.tidemark.reports.output;

import org.jspecify.annotations.NullMarked;
