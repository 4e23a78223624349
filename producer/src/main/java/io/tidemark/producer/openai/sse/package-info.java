/**
 * Server-sent events from bytes, wherever the reads cut them.
 *
 * <p>In: byte buffers, each with its stamp. Out: an {@link SseMessage} per event, without a copy where it lies whole in one read.
 *
 * <p>Begin with {@link SseParser}.
 */
@NullMarked
package io.tidemark.producer.openai.sse;

import org.jspecify.annotations.NullMarked;
