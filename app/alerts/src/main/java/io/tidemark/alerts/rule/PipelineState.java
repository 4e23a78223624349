package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;

/**
 * How the parts of the pipeline stand.
 *
 * @param lagRecords committed records that a part has not read yet, by part, as {@code streams} or {@code sink}
 * @param freeShare share of each watched disk that is free, in [0, 1], by folder
 */
public record PipelineState(ImmutableMap<String, Long> lagRecords, ImmutableMap<String, Double> freeShare) {}
