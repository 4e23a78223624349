package io.tidemark.analysis.compare;

import io.tidemark.schemas.Metric;
import java.util.Map;
import java.util.Optional;

/** Latencies that a request's sending begins, and the same from when it was due: with the time that it waited in the client. */
final class DueLatencies {
    private static final Map<String, String> DUE_OF_SENT =
            Map.of(Metric.TTFT.id(), Metric.TTFT_DUE.id(), Metric.E2E.id(), Metric.E2E_DUE.id());

    private DueLatencies() {}

    /** Of a latency from sent, the id of that from due. */
    static Optional<String> of(String latency) {
        return Optional.ofNullable(DUE_OF_SENT.get(latency));
    }

    static boolean is(String latency) {
        return DUE_OF_SENT.containsValue(latency);
    }
}
