/**
 * One request at a time through its life: sending, timeouts, retries, result; over any transport.
 *
 * <p>In: a {@link io.tidemark.producer.openai.CompletionRequest}. Out: the calls of a {@link CallObserver}, last with a {@link CallResult}.
 *
 * <p>Begin with {@link LoadClient}, then {@link InFlightCalls} and {@link Call}. It knows no schedules, events or Kafka.
 */
@NullMarked
package io.tidemark.producer.client;

import org.jspecify.annotations.NullMarked;
