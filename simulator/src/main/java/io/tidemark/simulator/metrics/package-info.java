/**
 * The {@code /metrics} page of a simulated server, with the metric names of several vLLM versions.
 *
 * <p>Comes in: engine steps, finished requests and HTTP responses. Goes out: a page in the Prometheus text format.
 *
 * <p>Begin with {@link ServerMetrics}; {@link V1Families} lists the metrics of the current version.
 */
@NullMarked
package io.tidemark.simulator.metrics;

import org.jspecify.annotations.NullMarked;
