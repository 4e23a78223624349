package io.tidemark.analysis.quantile;

import java.util.OptionalLong;

/**
 * A quantile of latencies with a distribution-free interval, nanoseconds.
 *
 * @param value the quantile; empty when it falls among requests that are not ok, or there are none
 * @param low lower end; empty when unbounded
 * @param high upper end; empty when unbounded, as p99 of 300 requests is
 * @param count requests that it rests on, those not ok among them
 */
public record QuantileInterval(OptionalLong value, OptionalLong low, OptionalLong high, long count) {}
