package io.tidemark.schemas;

import io.tidemark.events.MetricName;
import io.tidemark.events.RequestEvent;
import java.util.Arrays;
import java.util.Map;
import java.util.OptionalLong;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * The latency metrics, each with its formula, in nanoseconds. Stamps of a {@link RequestEvent} are from due, by one
 * monotonic clock. A value is empty where the request did not get that far; whether the request was ok is not asked here.
 *
 * <p>Definitions follow {@code vllm bench serve} where it has one, but that the first output token, not a role chunk, ends
 * TTFT.
 */
public enum Metric {
    /** vLLM's TTFT, but for role chunks. */
    TTFT(MetricName.TTFT, "ttft", "TTFT", "First output token - sent; a role chunk is not a token.") {
        @Override
        public OptionalLong nanos(RequestEvent request) {
            return difference(request.getFirstTokenNanos(), request.getSentNanos());
        }
    },
    /** What a user waits when requests arrive at their own time: no coordinated omission. */
    TTFT_DUE(
            MetricName.TTFT_DUE,
            "ttft_due",
            "TTFT from due",
            "First output token - due. Includes the time that the request waited in the client.") {
        @Override
        public OptionalLong nanos(RequestEvent request) {
            return difference(request.getFirstTokenNanos(), 0L);
        }
    },
    /** vLLM's TPOT. */
    TPOT(
            MetricName.TPOT,
            "tpot",
            "TPOT",
            "(Last token - first token) / (output tokens - 1); requests with one token or one chunk are left out.") {
        @Override
        public OptionalLong nanos(RequestEvent request) {
            Integer tokens = request.getOutputTokens();
            if (tokens == null || tokens < 2 || request.getChunkCount() == 1) {
                return OptionalLong.empty();
            }
            OptionalLong span = difference(request.getLastTokenNanos(), request.getFirstTokenNanos());
            return span.isPresent() ? OptionalLong.of(span.getAsLong() / (tokens - 1)) : span;
        }
    },
    /** vLLM's ITL: per chunk gap; the gaps are in the tokens topic, and as a sketch in the request event. */
    ITL(
            MetricName.ITL,
            "itl",
            "ITL",
            "Each gap between consecutive chunks with output of one answer; one fewer than there are such chunks.") {
        @Override
        public OptionalLong nanos(RequestEvent request) {
            return OptionalLong.empty();
        }
    },
    /** vLLM's E2EL. */
    E2E(MetricName.E2E, "e2e", "E2E", "Last token - sent.") {
        @Override
        public OptionalLong nanos(RequestEvent request) {
            return difference(request.getLastTokenNanos(), request.getSentNanos());
        }
    },
    /** vLLM's E2EL with the client's queue: what a user waits when requests arrive at their own time. */
    E2E_DUE(
            MetricName.E2E_DUE,
            "e2e_due",
            "E2E from due",
            "Last token - due. Includes the time that the request waited in the client.") {
        @Override
        public OptionalLong nanos(RequestEvent request) {
            return request.getSentNanos() == null ? OptionalLong.empty() : difference(request.getLastTokenNanos(), 0L);
        }
    },
    /** What vLLM hides under --max-concurrency. */
    QUEUE_TIME(
            MetricName.QUEUE_TIME,
            "queue_time",
            "Client queue time",
            "Sent - due: the time that a request waited in the client.") {
        @Override
        public OptionalLong nanos(RequestEvent request) {
            return difference(request.getSentNanos(), 0L);
        }
    };

    private static final Map<MetricName, Metric> BY_EVENT =
            Arrays.stream(values()).collect(Collectors.toUnmodifiableMap(Metric::event, metric -> metric));

    private final MetricName event;
    private final String id;
    private final String label;
    private final String definition;

    Metric(MetricName event, String id, String label, String definition) {
        this.event = event;
        this.id = id;
        this.label = label;
        this.definition = definition;
    }

    /** The metric of one request, nanoseconds >= 0; always empty for {@link #ITL}, which has many per request. */
    public abstract OptionalLong nanos(RequestEvent request);

    /** Its name in events. */
    public MetricName event() {
        return event;
    }

    /** Its name in plans, tables and options. */
    public String id() {
        return id;
    }

    /** Its name for people. */
    public String label() {
        return label;
    }

    /** Its formula in words. */
    public String definition() {
        return definition;
    }

    /** The moment whose second counts a value of it, in words. */
    public String eventTime() {
        return switch (this) {
            case TTFT, TTFT_DUE -> "first output token";
            case ITL -> "the later chunk of the gap";
            case TPOT, E2E, E2E_DUE, QUEUE_TIME -> "end of the request";
        };
    }

    /** @throws IllegalArgumentException for UNKNOWN */
    public static Metric of(MetricName name) {
        Metric metric = BY_EVENT.get(name);
        if (metric == null) {
            throw new IllegalArgumentException("no metric is called " + name);
        }
        return metric;
    }

    /** @throws IllegalArgumentException naming the known ids */
    public static Metric parse(String id) {
        return Arrays.stream(values())
                .filter(metric -> metric.id.equals(id))
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("metric must be one of "
                        + Arrays.stream(values()).map(Metric::id).toList() + " but was \"" + id + "\""));
    }

    private static OptionalLong difference(@Nullable Long later, @Nullable Long earlier) {
        return later == null || earlier == null ? OptionalLong.empty() : OptionalLong.of(later - earlier);
    }
}
