/**
 * What the processors of all sub-topologies share: destinations of output records, decoding with retries, dead letters.
 *
 * <p>In come raw records and encoded values; out go {@link RoutedRecord}s, each with its {@link Destination}. It does not know what a processor computes.
 *
 * <p>Begin with {@link Destination}, then {@link RetryingDecoder}.
 */
@NullMarked
package io.tidemark.streams.processor;

import org.jspecify.annotations.NullMarked;
