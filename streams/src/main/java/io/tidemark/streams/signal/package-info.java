/**
 * Server signals over time: in come raw scrapes of a run's targets, out go values as of a moment, rates that survive restarts,
 * means and moves. It must not know windows, objectives or Kafka.
 */
@NullMarked
package io.tidemark.streams.signal;

import org.jspecify.annotations.NullMarked;
