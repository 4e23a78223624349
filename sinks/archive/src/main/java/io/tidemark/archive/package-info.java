/**
 * The commands of the archive.
 *
 * <p>Command line options come in; a running Flink job or compacted folders go out.
 *
 * <p>Begin with {@link Archive}.
 */
@NullMarked
package io.tidemark.archive;

import org.jspecify.annotations.NullMarked;
