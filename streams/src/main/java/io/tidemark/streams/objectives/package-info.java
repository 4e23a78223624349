/**
 * Measures one objective over a sliding window, or its error budget over the two windows of a burn-rate rule.
 *
 * <p>In come the seconds of a series; out goes a {@link WindowReading} per second. It keeps no alert state and knows no Kafka.
 *
 * <p>Begin with {@link ObjectiveMeter}, then {@link WindowMeter} and {@link BurnRateMeter}.
 */
@NullMarked
package io.tidemark.streams.objectives;

import org.jspecify.annotations.NullMarked;
