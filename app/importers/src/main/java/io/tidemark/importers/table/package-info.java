/**
 * Readers for CSV tables: our own columns, and the CSV files of the vllm-bench scenarios.
 *
 * <p>In: one row per load, or one row per request. Out: measurements.
 *
 * <p>Begin with {@link ResultTableReader}.
 */
@NullMarked
package io.tidemark.importers.table;

import org.jspecify.annotations.NullMarked;
