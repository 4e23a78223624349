/**
 * The spool stores events on disk while Kafka is slow or away and memory is full.
 *
 * <p>Kafka records come in; the same records go out in the same order, in this process or a later one.
 *
 * <p>Begin with {@link Spool}, then {@link DiskSpool}.
 */
@NullMarked
package io.tidemark.producer.publish.spool;

import org.jspecify.annotations.NullMarked;
