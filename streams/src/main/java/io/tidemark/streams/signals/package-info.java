/**
 * Server scrapes and client heartbeats as time series.
 *
 * <p>In come scrapes and heartbeats; out go values as of a moment, rates that survive restarts, and sums per second. It does not know windows, objectives or Kafka.
 *
 * <p>Begin with {@link ScrapeHistory}.
 */
@NullMarked
package io.tidemark.streams.signals;

import org.jspecify.annotations.NullMarked;
