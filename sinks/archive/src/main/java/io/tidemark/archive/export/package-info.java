/**
 * Parquet for {@code tidemark runs export}, which has no libraries for it.
 *
 * <p>In: a file of Avro. Out: the same rows as Parquet.
 *
 * <p>Begin with {@link AvroToParquet}.
 */
@NullMarked
package io.tidemark.archive.export;

import org.jspecify.annotations.NullMarked;
