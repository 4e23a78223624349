/**
 * What a soak's hours and days were: verdicts, tables, sentences and JSON.
 *
 * <p>The segments of one step come in; blocks of a document, texts and JSON go out. It knows nothing of runs and of the store's reading.
 *
 * <p>Begin with {@link io.tidemark.reports.soak.SoakTimeline}.
 */
@NullMarked
package io.tidemark.reports.soak;

import org.jspecify.annotations.NullMarked;
