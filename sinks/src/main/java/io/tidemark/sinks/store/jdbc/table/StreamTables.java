package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;

import io.tidemark.events.MovedSignal;
import io.tidemark.events.Regression;
import io.tidemark.events.ServerSample;
import io.tidemark.events.SloBreach;
import io.tidemark.events.WindowStats;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Tables of windows, breaches, server samples, regressions and dead letters. */
public final class StreamTables {
    private StreamTables() {}

    /** FINAL holds against what is not; else the higher revision. */
    public static StoreTable<WindowStats> windows() {
        return StoreTable.<WindowStats>named("window_stats")
                .keys(EventRow::event, WindowStats.getClassSchema(), """
                        run metric window_seconds request_class step target end_micros""")
                .columns(EventRow::event, WindowStats.getClassSchema(), """
                        start_micros finality revision count sum_nanos min_nanos max_nanos p50_nanos p90_nanos p95_nanos p99_nanos
                        ended failed output_tokens late missing signals signal_age_millis in_flight""")
                .column("thinned", row -> 0)
                .column("appended_micros", row -> micros(row.appended()))
                .column("sketch", row -> TierTables.minuteSketch(row.event()))
                .keepNewest("CASE WHEN {row}.finality = 'FINAL' THEN 1 ELSE 0 END", "{row}.revision");
    }

    /** The last record holds, but that a breach which ended on final evidence does not come back on provisional evidence. */
    public static StoreTable<SloBreach> breaches() {
        return StoreTable.<SloBreach>named("breaches")
                .keys(EventRow::event, SloBreach.getClassSchema(), "breach")
                .columns(EventRow::event, SloBreach.getClassSchema(), """
                        run step target request_class experiment phase objective metric state evidence opened_micros updated_micros
                        closed_micros""")
                .column("limit_value", row -> row.event().getLimit())
                .columns(EventRow::event, SloBreach.getClassSchema(), "value worst count window_seconds")
                .column("correlated_signals", row -> json(moved(row.event().getCorrelatedSignals())))
                .columns(EventRow::event, SloBreach.getClassSchema(), """
                        correlation_summary description flapping worst_is_lower_bound rule ended_by""")
                .replaceWhere("excluded.evidence = 'FINAL' OR breaches.evidence <> 'FINAL'"
                        + " OR breaches.state NOT IN ('CLOSED', 'RETRACTED')");
    }

    /** The server's histograms stay in the topic: four times the bytes, and nothing reads them from here. */
    public static StoreTable<ServerSample> servers() {
        return StoreTable.<ServerSample>named("server_samples")
                .keys(
                        EventRow::event,
                        ServerSample.getClassSchema(),
                        "target scrape_start_micros instance role engine model")
                .columns(
                        EventRow::event,
                        ServerSample.getClassSchema(),
                        "scrape_end_micros process_start_micros up error")
                .column("signal_values", row -> json(row.event().getValues()))
                .column("info", row -> json(row.event().getInfo()))
                .column("appended_micros", row -> micros(row.appended()))
                .keepFirst();
    }

    public static StoreTable<Regression> regressions() {
        return StoreTable.<Regression>named("regressions")
                .keys(EventRow::event, Regression.getClassSchema(), """
                        experiment workload_hash base_phase candidate_phase load_kind load request_class measure quantile""")
                .key("soak_run", row -> soakRun(row.event()))
                .key("step", row -> orNone(row.event().getStep()))
                .key("segment", row -> orNone(row.event().getSegment()))
                .columns(EventRow::event, Regression.getClassSchema(), """
                        metric base_runs candidate_runs base_nanos candidate_nanos ratio low high change change_low change_high margin
                        p adjusted_p runs_needed changed_at_segment verdict basis at_micros""")
                .keepNewest("{row}.at_micros");
    }

    /** Records of which no row could be made. */
    public static StoreTable<StoreChange.DeadLettered> deadLetters() {
        return StoreTable.<StoreChange.DeadLettered>named("dead_letters")
                .key("topic", row -> row.event().origin().topic())
                .key("kafka_partition", row -> row.event().origin().partition())
                .key("topic_id", row -> row.event().topicId())
                .key("kafka_offset", row -> row.event().offset())
                .column("code", row -> row.event().code().name())
                .column("reason", row -> row.event().reason())
                .column("appended_micros", row -> micros(row.appended()))
                .keepFirst();
    }

    private static String soakRun(Regression regression) {
        return regression.getSegment() == null
                ? ""
                : regression.getCandidateRuns().get(0);
    }

    /** Comparisons of runs have no step and no segment, and NULL is no part of a key. */
    private static int orNone(@Nullable Integer number) {
        return number == null ? -1 : number;
    }

    private static List<Map<String, Object>> moved(List<MovedSignal> signals) {
        return signals.stream()
                .map(signal -> Map.<String, Object>of(
                        "signal", signal.getSignal(),
                        "before", signal.getBefore(),
                        "during", signal.getDuring(),
                        "score", signal.getScore()))
                .toList();
    }
}
