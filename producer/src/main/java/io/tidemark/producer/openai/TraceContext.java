package io.tidemark.producer.openai;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.HexFormat;

/**
 * W3C trace context of a request, derived from its id: whoever has the event finds the trace, and the other way round.
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
        byte[] digest = sha256().digest(requestId.getBytes(StandardCharsets.UTF_8));
        HexFormat hex = HexFormat.of();
        return new TraceContext(
                hex.formatHex(digest, 0, TRACE_BYTES), hex.formatHex(digest, TRACE_BYTES, TRACE_BYTES + SPAN_BYTES));
    }

    public String header(boolean sampled) {
        return "00-" + traceId + "-" + spanId + (sampled ? "-01" : "-00");
    }

    private static MessageDigest sha256() {
        try {
            return MessageDigest.getInstance("SHA-256");
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has SHA-256", e);
        }
    }
}
