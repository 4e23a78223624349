/**
 * Merges small files of closed days into few.
 *
 * <p>A folder of Parquet files comes in; the same rows in larger files go out.
 *
 * <p>Begin with {@link Compaction}.
 */
@NullMarked
package io.tidemark.archive.compaction;

import org.jspecify.annotations.NullMarked;
