/**
 * Readers for AIPerf and GenAI-Perf.
 *
 * <p>In: {@code profile_export_aiperf.json} and {@code profile_export.jsonl}. Out: measurements; {@link AiPerfResultMerger} joins the two files of one run.
 *
 * <p>Begin with {@link AiPerfSummaryReader}. Source: AIPerf {@code docs/reference/json-export-schema.md}.
 */
@NullMarked
package io.tidemark.importers.aiperf;

import org.jspecify.annotations.NullMarked;
