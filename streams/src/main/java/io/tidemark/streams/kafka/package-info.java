/**
 * What the application adds to Kafka's clients and to Kafka Streams: a hook before each commit, records packed per poll, and the broker's clock.
 *
 * <p>In come records, commits and append times as Kafka hands them over; out go listener calls, packed records and corrected timestamps. Only this package uses internals of Kafka Streams.
 *
 * <p>Begin with {@link CommitHook}, then {@link PackingInterceptor}.
 */
@NullMarked
package io.tidemark.streams.kafka;

import org.jspecify.annotations.NullMarked;
