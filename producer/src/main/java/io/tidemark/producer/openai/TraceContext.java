package io.tidemark.producer.openai;

import io.tidemark.schemas.Sha256;
import java.util.HexFormat;

/**
 * W3C trace context of a request, derived from its id, so that the event leads to the trace, and the trace to the event.
 *
 * @param traceId 32 hex digits
 * @param spanId 16 hex digits
 * @see <a href="https://www.w3.org/TR/trace-context/#traceparent-header">traceparent</a>
 */
public record TraceContext(String traceId, String spanId) {
    private static final int TRACE_BYTES = 16;
    private static final int SPAN_BYTES = 8;

    /** Of a request id that holds the run's: SHA-256, first 16 bytes the trace, the next 8 the span. */
    public static TraceContext of(String requestId) {
        byte[] digest = Sha256.bytes(requestId);
        HexFormat hex = HexFormat.of();
        return new TraceContext(
                hex.formatHex(digest, 0, TRACE_BYTES), hex.formatHex(digest, TRACE_BYTES, TRACE_BYTES + SPAN_BYTES));
    }

    public String header(boolean sampled) {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }
}
