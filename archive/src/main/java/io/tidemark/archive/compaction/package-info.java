/** Small files of an archive into few: which files are merged, how a merged file is written, and how a folder's files are replaced at once. Knows no Kafka. */
@NullMarked
package io.tidemark.archive.compaction;

import org.jspecify.annotations.NullMarked;
