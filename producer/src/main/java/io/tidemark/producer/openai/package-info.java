/**
 * The OpenAI-compatible API: request bodies, streamed and whole responses, error bodies.
 *
 * <p>In: the head and the body of an HTTP response, with the stamp of each read. Out: a {@link ResponseChunk} per message and a {@link RequestOutcome} at the end.
 *
 * <p>Begin with {@link ResponseReader}, then {@link StreamMessage}; {@link CompletionBody} writes the requests. It knows no sockets and no clock.
 */
@NullMarked
package io.tidemark.producer.openai;

import org.jspecify.annotations.NullMarked;
