/**
 * A comparison as a document and as JSON.
 *
 * <p>In: a comparison of two sides or of many phases. Out: document sections, charts and JSON objects.
 *
 * <p>Begin with {@link ComparisonDocument}.
 */
@NullMarked
package io.tidemark.reports.compare.document;

import org.jspecify.annotations.NullMarked;
