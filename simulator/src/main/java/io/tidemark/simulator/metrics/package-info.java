/**
 * vLLM's {@code /metrics} page. Steps and finished requests come in; Prometheus text 0.0.4 goes out. It must not know HTTP or
 * clocks.
 */
@NullMarked
package io.tidemark.simulator.metrics;

import org.jspecify.annotations.NullMarked;
