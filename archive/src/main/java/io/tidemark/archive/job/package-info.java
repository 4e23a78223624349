/** The Flink job: from a team's topics to folders of Parquet, exactly once. Knows nothing of the command or of where it runs. */
@NullMarked
package io.tidemark.archive.job;

import org.jspecify.annotations.NullMarked;
