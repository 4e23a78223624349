package io.tidemark.streams.steps;

import io.tidemark.events.DoubtCount;
import io.tidemark.events.Outcome;
import io.tidemark.schemas.DoubtTally;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import io.tidemark.streams.panes.DoubtCounts;
import io.tidemark.streams.panes.MetricSketches;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.wire.WireReader;
import io.tidemark.streams.wire.WireWriter;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/** Counts and sketches of a step's measured requests. Not thread-safe. */
final class StepTotals {
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final MetricSketches sketches = new MetricSketches();
    private final DoubtTally doubts = new DoubtTally();
    private long due;
    private long sent;
    private long promptTokens;
    private long outputTokens;
    private int breaches;
    private long unsegmented;

    void add(RequestMeasurement fact) {
        due++;
        sent += fact.sent() ? 1 : 0;
        outcomes.merge(fact.outcome(), 1L, Long::sum);
        if (!fact.ok()) {
            return;
        }
        promptTokens += Math.max(0, fact.tokens().prompt());
        outputTokens += Math.max(0, fact.tokens().output());
        doubts.add(fact.doubts());
        doubts.addTokens(fact.tokens().output(), fact.tokens().exact());
        for (Metric metric : Metric.values()) {
            long nanos = fact.nanos(metric);
            if (nanos >= 0) {
                sketch(metric).add(nanos);
            }
        }
    }

    void unsegmented(long requests) {
        unsegmented += requests;
    }

    /** Requests that are in none of the step's segments. */
    long unsegmented() {
        return unsegmented;
    }

    void addBreach() {
        breaches++;
    }

    void removeBreach() {
        breaches--;
    }

    /** Of the ok ones. */
    LogHistogram sketch(Metric metric) {
        return sketches.of(metric);
    }

    long due() {
        return due;
    }

    long sent() {
        return sent;
    }

    long ok() {
        return outcomes.getOrDefault(Outcome.OK, 0L);
    }

    long failed() {
        return due - ok();
    }

    long promptTokens() {
        return promptTokens;
    }

    long outputTokens() {
        return outputTokens;
    }

    int breaches() {
        return breaches;
    }

    /** How often the ok requests show each doubt that any of them can show. */
    List<DoubtCount> doubts() {
        return doubts.counts();
    }

    /** Requests by outcome, those that occurred. */
    Map<String, Long> outcomes() {
        Map<String, Long> counts = new TreeMap<>();
        outcomes.forEach((outcome, count) -> counts.put(outcome.name(), count));
        return counts;
    }

    void write(WireWriter out) {
        out.count(due).count(sent).count(promptTokens).count(outputTokens).count(breaches);
        out.count(outcomes.size());
        outcomes.forEach((outcome, count) -> out.text(outcome.name()).count(count));
        sketches.write(out);
        out.count(unsegmented);
        DoubtCounts.write(doubts, out);
    }

    /** Another one of the same requests, without breaches. */
    StepTotals copyOfRequests() {
        WireWriter out = new WireWriter();
        write(out);
        StepTotals copy = read(new WireReader(out.toBytes()));
        copy.breaches = 0;
        return copy;
    }

    static StepTotals read(WireReader in) {
        StepTotals totals = new StepTotals();
        totals.due = in.count();
        totals.sent = in.count();
        totals.promptTokens = in.count();
        totals.outputTokens = in.count();
        totals.breaches = in.integer();
        for (int left = in.size(); left > 0; left--) {
            totals.outcomes.put(Outcome.valueOf(in.text()), in.count());
        }
        totals.sketches.merge(MetricSketches.read(in));
        totals.unsegmented = in.count();
        totals.doubts.merge(DoubtCounts.read(in));
        return totals;
    }
}
