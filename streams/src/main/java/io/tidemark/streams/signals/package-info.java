/**
 * Server scrapes and client heartbeats as time series.
 *
 * <p>In come scrapes and heartbeats; out go values as of a moment, rates that survive restarts, sums per second, and how long scrapes are waited for. It does not know windows, objectives or Kafka.
 *
 * <p>Begin with {@link RunSignals}, then {@link ScrapeHistory} and {@link ScrapeGracePeriod}.
 */
@NullMarked
package io.tidemark.streams.signals;

import org.jspecify.annotations.NullMarked;
