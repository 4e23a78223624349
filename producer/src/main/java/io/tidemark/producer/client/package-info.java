/** One streaming HTTP request at a time: bytes of a body come in, stamped chunks and an outcome go out. It must not know plans, schedules, events or Kafka. */
@NullMarked
package io.tidemark.producer.client;

import org.jspecify.annotations.NullMarked;
