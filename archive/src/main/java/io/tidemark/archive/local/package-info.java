/** The job in a Flink of this process: one start, one end at a checkpoint, and how far it is. */
@NullMarked
package io.tidemark.archive.local;

import org.jspecify.annotations.NullMarked;
