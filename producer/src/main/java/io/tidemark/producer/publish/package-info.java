/** Where events go: events come in, Kafka records go out. It must not know how they were measured. */
@NullMarked
package io.tidemark.producer.publish;

import org.jspecify.annotations.NullMarked;
