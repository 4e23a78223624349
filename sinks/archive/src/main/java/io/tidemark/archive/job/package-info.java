/**
 * The Flink job that writes topics to folders of Parquet files exactly once.
 *
 * <p>Topics and a checkpoint come in; files per team, day and run go out.
 *
 * <p>Begin with {@link ArchiveJob}.
 */
@NullMarked
package io.tidemark.archive.job;

import org.jspecify.annotations.NullMarked;
