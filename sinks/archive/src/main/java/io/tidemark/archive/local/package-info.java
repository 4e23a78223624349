/**
 * Runs the archive job in a Flink of this process.
 *
 * <p>Options come in; the job's progress and its last checkpoint go out.
 *
 * <p>Begin with {@link LocalArchive}.
 */
@NullMarked
package io.tidemark.archive.local;

import org.jspecify.annotations.NullMarked;
