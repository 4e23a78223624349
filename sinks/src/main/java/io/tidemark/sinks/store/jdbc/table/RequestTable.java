package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.flag;
import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;

import io.tidemark.events.RequestEvent;
import io.tidemark.schemas.Metric;
import io.tidemark.sinks.store.jdbc.ColumnValues;
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
        StoreTable.Builder<RequestEvent> table = StoreTable.named("requests");
        identity(table);
        stamps(table);
        answer(table);
        sizes(table);
        metrics.forEach(metric -> table.column(column(metric), row -> nanos(metric, row.event())));
        return table.column("appended_micros", row -> micros(row.appended())).keepFirst();
    }

    /** Column of a metric that has one value per request; a sum of columns where it is the sum of other metrics. */
    public static String column(Metric metric) {
        return metric == Metric.E2E_DUE
                ? "(" + column(Metric.E2E) + " + " + column(Metric.QUEUE_TIME) + ")"
                : metric.id() + "_nanos";
    }

    private static void identity(StoreTable.Builder<RequestEvent> table) {
        table.key("run", row -> row.event().getRun())
                .key("lane", row -> row.event().getLane())
                .key("lane_seq", row -> row.event().getLaneSeq())
                .column("request", row -> row.event().getRequest())
                .column("step", row -> row.event().getStep())
                .column("segment", row -> row.event().getSegment())
                .column("target", row -> row.event().getTarget())
                .column("request_class", row -> row.event().getRequestClass())
                .column("conversation", row -> row.event().getConversation())
                .column("turn", row -> row.event().getTurn())
                .column("api_kind", row -> row.event().getApiKind().name())
                .column("part", row -> row.event().getPart().name())
                .column("streaming", row -> flag(row.event().getStreaming()))
                .column("model", row -> row.event().getModel());
    }

    private static void stamps(StoreTable.Builder<RequestEvent> table) {
        table.column("due_micros", row -> micros(row.event().getDue()))
                .column("sent_nanos", row -> row.event().getSentNanos())
                .column("connect_start_nanos", row -> row.event().getConnectStartNanos())
                .column("connect_end_nanos", row -> row.event().getConnectEndNanos())
                .column("tls_start_nanos", row -> row.event().getTlsStartNanos())
                .column("tls_end_nanos", row -> row.event().getTlsEndNanos())
                .column("first_byte_nanos", row -> row.event().getFirstByteNanos())
                .column("first_role_nanos", row -> row.event().getFirstRoleNanos())
                .column("first_reasoning_nanos", row -> row.event().getFirstReasoningNanos())
                .column("first_content_nanos", row -> row.event().getFirstContentNanos())
                .column("first_tool_nanos", row -> row.event().getFirstToolNanos())
                .column("first_token_nanos", row -> row.event().getFirstTokenNanos())
                .column("last_token_nanos", row -> row.event().getLastTokenNanos())
                .column("end_nanos", row -> row.event().getEndNanos());
    }

    private static void answer(StoreTable.Builder<RequestEvent> table) {
        table.column("connection_reused", row -> flag(row.event().getConnectionReused()))
                .column("http_version", row -> row.event().getHttpVersion())
                .column("remote_address", row -> row.event().getRemoteAddress())
                .column("http_status", row -> row.event().getHttpStatus())
                .column("response_headers", row -> json(row.event().getResponseHeaders()))
                .column("outcome", row -> row.event().getOutcome().name())
                .column("error_type", row -> row.event().getErrorType())
                .column("error_code", row -> row.event().getErrorCode())
                .column("error_text", row -> beginning(row.event().getErrorText()))
                .column("finish_reason", row -> row.event().getFinishReason().name());
    }

    private static @Nullable String beginning(@Nullable String text) {
        return text == null || text.length() <= MAX_ERROR_CHARACTERS ? text : text.substring(0, MAX_ERROR_CHARACTERS);
    }

    private static void sizes(StoreTable.Builder<RequestEvent> table) {
        table.column("prompt_tokens", row -> row.event().getPromptTokens())
                .column("cached_tokens", row -> row.event().getCachedTokens())
                .column("reasoning_tokens", row -> row.event().getReasoningTokens())
                .column("output_tokens", row -> row.event().getOutputTokens())
                .column("token_source", row -> row.event().getTokenSource().name())
                .column("planned_prompt_tokens", row -> row.event().getPlannedPromptTokens())
                .column("planned_output_tokens", row -> row.event().getPlannedOutputTokens())
                .column("chunk_count", row -> row.event().getChunkCount())
                .column("bytes_received", row -> row.event().getBytesReceived())
                .column("itl_sketch", row -> ColumnValues.bytes(row.event().getItlSketch()))
                .column("image_count", row -> row.event().getImageCount())
                .column("audio_count", row -> row.event().getAudioCount())
                // A request that a dead connection never carried to the server was not retried.
                .column(
                        "attempts",
                        row -> row.event().getAttempts() - row.event().getSentAnew())
                .column("sent_anew", row -> row.event().getSentAnew())
                .column("trace_id", row -> row.event().getTraceId());
    }

    /** Negative times are a broken client's; the stamps are kept, no metric is made of them. */
    private static @Nullable Long nanos(Metric metric, RequestEvent request) {
        OptionalLong nanos = metric.nanos(request);
        return nanos.isPresent() && nanos.getAsLong() >= 0 ? (Long) nanos.getAsLong() : null;
    }
}
