package io.tidemark.app.report.requests;

import io.tidemark.analysis.RankedValues;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.read.ClassRow;
import io.tidemark.sinks.store.read.RequestFacts;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;

/**
 * What the stored requests of a step's measured part tell; nothing once their retention is over.
 *
 * @param values exact latencies of the ok requests
 * @param lengths tokens of the ok requests, by rank
 * @param classes by name
 * @param turns of conversations, in order; none where there are no conversations
 * @param within ok requests within every latency that the SLO asks for; empty without one
 * @param examples ids of requests that were not ok, the first few of each outcome
 */
public record Digest(
        Map<Metric, RankedValues> values,
        Map<Length, RankedValues> lengths,
        List<ClassRow> classes,
        List<TurnRow> turns,
        RequestFacts facts,
        OptionalLong within,
        Map<Outcome, List<String>> examples) {
    public static final Digest NONE =
            new Digest(Map.of(), Map.of(), List.of(), List.of(), RequestFacts.NONE, OptionalLong.empty(), Map.of());

    public Digest {
        values = Map.copyOf(values);
        lengths = Map.copyOf(lengths);
        classes = List.copyOf(classes);
        turns = List.copyOf(turns);
        examples = Map.copyOf(examples);
    }
}
