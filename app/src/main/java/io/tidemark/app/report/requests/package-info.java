/**
 * What single requests tell a report, added up in one pass over a run: rows of the store come in, percentiles per class and turn, lengths,
 * goodput and the requests that show a breach go out. It must not know documents or charts.
 */
@NullMarked
package io.tidemark.app.report.requests;

import org.jspecify.annotations.NullMarked;
