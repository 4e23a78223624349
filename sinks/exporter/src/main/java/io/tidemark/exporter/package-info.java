/**
 * Exposes the results of teams as metrics of Prometheus.
 *
 * <p>In: the team's topics, without a consumer group. Out: snapshots of metrics, whenever they are asked for.
 *
 * <p>Begin with {@link ResultExporter}; what is exposed is in {@link io.tidemark.exporter.results.ResultMetric}. The module knows no HTTP.
 */
@NullMarked
package io.tidemark.exporter;

import org.jspecify.annotations.NullMarked;
