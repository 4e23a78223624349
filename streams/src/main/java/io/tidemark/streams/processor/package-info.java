/**
 * What the processors of all sub-topologies share: topic names, routing of output records, decoding with retries, dead letters.
 *
 * <p>In come raw records and encoded values; out go {@link RoutedRecord}s that name their topic. It does not know what a processor computes.
 *
 * <p>Begin with {@link TopicRouting}, then {@link RetryingDecoder}.
 */
@NullMarked
package io.tidemark.streams.processor;

import org.jspecify.annotations.NullMarked;
