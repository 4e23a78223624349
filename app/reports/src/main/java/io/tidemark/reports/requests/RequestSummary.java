package io.tidemark.reports.requests;

import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.step.MetricRow;
import io.tidemark.sinks.store.read.step.RequestClassRow;
import io.tidemark.sinks.store.read.step.RequestTotalsRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the stored requests of a step's measured part show; nothing once their retention is over.
 *
 * @param values exact latencies of the ok requests
 * @param lengths tokens of the ok requests, by rank
 * @param classes by name
 * @param turns of conversations, in order; none where there are no conversations
 * @param withinLimits ok requests within every latency that the SLO asks for; empty without one
 * @param examples ids of requests that were not ok, the first few of each outcome
 */
public record RequestSummary(
        Map<Metric, RankedValues> values,
        Map<TokenLength, RankedValues> lengths,
        List<RequestClassRow> classes,
        List<TurnRow> turns,
        RequestTotalsRow facts,
        OptionalLong withinLimits,
        Map<Outcome, List<String>> examples) {
    public static final RequestSummary NONE = new RequestSummary(
            Map.of(), Map.of(), List.of(), List.of(), RequestTotalsRow.NONE, OptionalLong.empty(), Map.of());

    public RequestSummary {
        values = Map.copyOf(values);
        lengths = Map.copyOf(lengths);
        classes = List.copyOf(classes);
        turns = List.copyOf(turns);
        examples = Map.copyOf(examples);
    }

    /** Values of several steps as those of one, by rank; none may be below 0. */
    public static RankedValues merged(List<RankedValues> parts) {
        long[] all = new long
                [Math.toIntExact(parts.stream().mapToLong(RankedValues::count).sum())];
        int filled = 0;
        for (RankedValues part : parts) {
            for (long rank = 1; rank <= part.count(); rank++) {
                all[filled++] = part.nanosAt(rank);
            }
        }
        return RankedValues.sorted(RadixSort.sorted(all));
    }

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
}
