package io.tidemark.reports.requests;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.MetricRow;
import java.util.Map;

/**
 * The requests of one turn of their conversations.
 *
 * @param turn from 1
 * @param metrics of the ok ones; none for ITL
 * @param lengths tokens of the ok ones, by rank, where they are known
 */
public record TurnRow(
        int turn, long due, long ok, Map<Metric, MetricRow> metrics, Map<TokenLength, RankedValues> lengths) {
    public TurnRow {
        metrics = Map.copyOf(metrics);
        lengths = Map.copyOf(lengths);
    }
}
