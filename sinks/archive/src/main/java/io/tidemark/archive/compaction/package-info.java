/**
 * Merges small files of closed days into few, beside a job of this machine that goes on.
 *
 * <p>A folder of Parquet files comes in; the same rows in larger files go out.
 *
 * <p>Begin with {@link Compaction}.
 */
@NullMarked
package io.tidemark.archive.compaction;

import org.jspecify.annotations.NullMarked;
