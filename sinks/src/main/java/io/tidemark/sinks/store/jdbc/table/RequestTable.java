package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;

import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.util.EnumSet;
import java.util.OptionalLong;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/**
 * One row per request that was due. No prompt or answer is stored; of an error its type, its code and the beginning of its text,
 * in which the values that the server quoted are masked. The metrics are computed once, here, by {@link Metric}.
 */
public final class RequestTable {
    private static final int MAX_ERROR_CHARACTERS = 200;

    private RequestTable() {}

    /** The first record of a lane's number stays: a second one is the same record, sent again. */
    public static StoreTable<RequestEvent> requests() {
        return of(EnumSet.complementOf(EnumSet.of(Metric.ITL, Metric.E2E_DUE)));
    }

    /** The same without the metrics that count from due, for requests that do not say when they were due. */
    public static StoreTable<RequestEvent> withoutDue() {
        return of(EnumSet.complementOf(EnumSet.of(Metric.ITL, Metric.TTFT_DUE, Metric.E2E_DUE, Metric.QUEUE_TIME)));
    }

    private static StoreTable<RequestEvent> of(Set<Metric> metrics) {
        StoreTable.Builder<RequestEvent> table = StoreTable.<RequestEvent>named("requests")
                .keys(EventRow::event, RequestEvent.getClassSchema(), "run lane lane_seq")
                .columns(EventRow::event, RequestEvent.getClassSchema(), """
                        request step segment target request_class conversation turn api_kind part streaming model
                        due_micros sent_nanos connect_start_nanos connect_end_nanos tls_start_nanos tls_end_nanos first_byte_nanos
                        first_role_nanos first_reasoning_nanos first_content_nanos first_tool_nanos first_token_nanos
                        last_token_nanos end_nanos
                        connection_reused http_version remote_address http_status response_headers outcome error_type error_code""")
                .column("error_text", row -> beginning(row.event().getErrorText()))
                .columns(EventRow::event, RequestEvent.getClassSchema(), """
                        finish_reason prompt_tokens cached_tokens reasoning_tokens output_tokens token_source planned_prompt_tokens
                        planned_output_tokens chunk_count bytes_received itl_sketch image_count audio_count""")
                // A request that a dead connection never carried to the server was not retried.
                .column(
                        "attempts",
                        row -> row.event().getAttempts() - row.event().getSentAnew())
                .columns(EventRow::event, RequestEvent.getClassSchema(), "sent_anew trace_id");
        metrics.forEach(metric -> table.column(column(metric), row -> nanos(metric, row.event())));
        return table.column("appended_micros", row -> micros(row.appended())).keepFirst();
    }

    /** Column of a metric that has one value per request; a sum of columns where it is the sum of other metrics. */
    public static String column(Metric metric) {
        return metric == Metric.E2E_DUE
                ? "(" + column(Metric.E2E) + " + " + column(Metric.QUEUE_TIME) + ")"
                : metric.id() + "_nanos";
    }

    private static @Nullable String beginning(@Nullable String text) {
        return text == null || text.length() <= MAX_ERROR_CHARACTERS ? text : text.substring(0, MAX_ERROR_CHARACTERS);
    }

    /** Negative times are a broken client's; the stamps are kept, no metric is made of them. */
    private static @Nullable Long nanos(Metric metric, RequestEvent request) {
        OptionalLong nanos = metric.nanos(request);
        return nanos.isPresent() && nanos.getAsLong() >= 0 ? (Long) nanos.getAsLong() : null;
    }
}
