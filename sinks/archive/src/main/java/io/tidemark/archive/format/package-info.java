/**
 * Decodes Kafka records to rows of the archive.
 *
 * <p>Bytes in Confluent's wire format come in; rows, or rejected records, go out.
 *
 * <p>Begin with {@link DecodeFunction}.
 */
@NullMarked
package io.tidemark.archive.format;

import org.jspecify.annotations.NullMarked;
