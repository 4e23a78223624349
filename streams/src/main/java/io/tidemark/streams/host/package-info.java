/**
 * Runs one Kafka Streams application per team, restarts it after failures and reports its health.
 *
 * <p>In come the broker's topic list and the options; out go running applications, {@link TeamStatus} and meters. It does not know what a topology computes.
 *
 * <p>Begin with {@link StreamsHost}, then {@link TeamSupervisor} and {@link TeamApplication}.
 */
@NullMarked
package io.tidemark.streams.host;

import org.jspecify.annotations.NullMarked;
