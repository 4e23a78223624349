/**
 * Export of runs to files, and import of result files of other tools.
 *
 * <p>In: a result store or files. Out: CSV, Parquet and vLLM result files; imported runs in a store.
 *
 * <p>Begin with {@link Exporter} and {@link Importer}.
 */
@NullMarked
package io.tidemark.app.transfer;

import org.jspecify.annotations.NullMarked;
