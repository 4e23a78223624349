package io.tidemark.app.cli.vllm;

import com.google.common.primitives.ImmutableDoubleArray;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.Outcome;
import io.tidemark.importers.vllm.bench.BenchRequest;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.openai.ResponseChunk;
import io.tidemark.producer.record.ObservedRequest;
import java.util.Arrays;
import java.util.OptionalInt;
import java.util.OptionalLong;
import org.jspecify.annotations.Nullable;

/**
 * One request as vLLM's client would have it: each message with a choice has a stamp, be it a role, an end or an empty text.
 * Confined to the lane's loop until the run has ended.
 */
final class RecordedRequest implements CallObserver {
    private static final double NANOS = 1e9;

    private final ObservedRequest request;
    private long[] stampsNanos = new long[16];
    private int messages;
    private boolean usageAlone;
    private OptionalLong firstOutputNanos = OptionalLong.empty();
    private @Nullable CallResult end;
    private String whyDropped = "";

    RecordedRequest(ObservedRequest request) {
        this.request = request;
    }

    @Override
    public void chunk(ResponseChunk chunk) {
        if (chunk.kind() == ChunkKind.USAGE) {
            usageAlone = true;
            return;
        }
        if (chunk.isOutput() && firstOutputNanos.isEmpty()) {
            firstOutputNanos = OptionalLong.of(chunk.stampNanos());
        }
        stamp(chunk.stampNanos());
    }

    @Override
    public void emptyChoice(long stampNanos) {
        stamp(stampNanos);
    }

    private void stamp(long nanos) {
        if (messages == stampsNanos.length) {
            stampsNanos = Arrays.copyOf(stampsNanos, 2 * messages);
        }
        stampsNanos[messages++] = nanos;
    }

    @Override
    public void ended(CallResult ending) {
        end = ending;
        stampsNanos = Arrays.copyOf(stampsNanos, messages);
    }

    void dropped(String why) {
        whyDropped = why;
    }

    long dueNanos() {
        return request.dueNanos();
    }

    /** When it was over; its due time if it was never sent. */
    long endNanos() {
        return end == null ? request.dueNanos() : end.endNanos();
    }

    Outcome outcome() {
        if (end != null) {
            return end.outcome();
        }
        return whyDropped.isEmpty() ? Outcome.CANCELLED : Outcome.DROPPED;
    }

    /** First output token - sent, by our definition: a role is not a token. Empty unless it is ok. */
    OptionalLong ttftNanos() {
        return outcome() == Outcome.OK && end != null && firstOutputNanos.isPresent()
                ? OptionalLong.of(firstOutputNanos.getAsLong() - end.stamps().sentNanos())
                : OptionalLong.empty();
    }

    /** First output token - due. Empty unless it is ok. */
    OptionalLong ttftDueNanos() {
        return outcome() == Outcome.OK && firstOutputNanos.isPresent()
                ? OptionalLong.of(firstOutputNanos.getAsLong() - request.dueNanos())
                : OptionalLong.empty();
    }

    /** How its output tokens were counted. */
    OutputCount outputCount() {
        if (end == null || end.response().usage().output().isEmpty()) {
            return OutputCount.CHUNKS;
        }
        return usageAlone ? OutputCount.USAGE : OutputCount.USAGE_WITH_CHOICES;
    }

    /** In vLLM's terms. */
    BenchRequest toVllmRequest() {
        CallResult ended = end;
        if (ended == null) {
            return BenchRequest.failed(promptTokens(OptionalInt.empty()), request.dueNanos() / NANOS, 0, reason());
        }
        long sentNanos = ended.stamps().sentNanos();
        double start = sentNanos / NANOS;
        double queue = (sentNanos - request.dueNanos()) / NANOS;
        int promptTokens = promptTokens(ended.response().usage().prompt());
        if (ended.outcome() != Outcome.OK || messages == 0) {
            return BenchRequest.failed(promptTokens, start, queue, reason());
        }
        return new BenchRequest(
                true,
                promptTokens,
                ended.response().outputTokens().orElse(1),
                new BenchRequest.Timing(start, queue, since(0, sentNanos), gaps(), since(messages - 1, sentNanos)),
                ended.response().text().orElse(""),
                "");
    }

    private int promptTokens(OptionalInt counted) {
        return counted.orElse(request.plannedPromptTokens().orElse(0));
    }

    private double since(int message, long sentNanos) {
        return (stampsNanos[message] - sentNanos) / NANOS;
    }

    private ImmutableDoubleArray gaps() {
        ImmutableDoubleArray.Builder gaps = ImmutableDoubleArray.builder(messages);
        for (int i = 1; i < messages; i++) {
            gaps.add((stampsNanos[i] - stampsNanos[i - 1]) / NANOS);
        }
        return gaps.build();
    }

    /** The outcome, the HTTP status, the type and code of the error, and its text. */
    private String reason() {
        if (end == null) {
            return outcome() + ": " + (whyDropped.isEmpty() ? "the run ended before it" : whyDropped);
        }
        String status = end.response().httpStatus().isPresent()
                ? " HTTP " + end.response().httpStatus().getAsInt()
                : "";
        String code = (end.failure().type() + " " + end.failure().code()).strip();
        return outcome() + status + (code.isEmpty() ? "" : " (" + code + ")") + ": "
                + end.failure().text();
    }

    /** Where the number of output tokens is from. */
    enum OutputCount {
        /** The server's usage in a message without a choice, as vLLM's client wants it. */
        USAGE,
        /** The server's usage, where vLLM's client does not look for it and counts the text's tokens anew. */
        USAGE_WITH_CHOICES,
        /** The server did not report it: one per message with output. */
        CHUNKS
    }
}
