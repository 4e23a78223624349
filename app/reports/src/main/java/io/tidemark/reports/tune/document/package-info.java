/**
 * A tune as a document, as JSON, CSV and YAML, and the folder that holds them.
 *
 * <p>In: a tune report. Out: sections, charts and files.
 *
 * <p>Begin with {@link io.tidemark.reports.tune.document.TuneDocument}.
 */
@NullMarked
package io.tidemark.reports.tune.document;

import org.jspecify.annotations.NullMarked;
