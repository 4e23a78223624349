/** The raw archive's commands: on this machine, and as a job for a Flink cluster. */
@NullMarked
package io.tidemark.archive;

import org.jspecify.annotations.NullMarked;
