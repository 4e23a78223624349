package io.tidemark.producer.openai;

import io.netty.handler.codec.http.HttpHeaders;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.FinishReason;
import io.tidemark.events.TokenSource;
import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/** Counts what an answer holds. */
final class ResponseAccumulator {
    private static final Set<String> KEPT_HEADERS = Set.of(
            "x-request-id",
            "server",
            "location",
            "x-cache",
            "x-cache-hit",
            "x-worker-id",
            "x-backend",
            "x-served-by",
            "x-envoy-upstream-service-time",
            "openai-processing-ms",
            RetryAfter.HEADER);
    private static final int UNKNOWN_TOKENS = -1;

    private final Map<String, String> headers = new HashMap<>();
    private final Optional<StringBuilder> text;
    private final Optional<StringBuilder> content;
    private Set<String> wantedHeaders = Set.of();
    private TokenUsage usage = TokenUsage.UNKNOWN;
    private FinishReason finishReason = FinishReason.UNKNOWN;
    private int finishes;
    private boolean endedWithoutDone;
    private int outputChunks;
    private int countedTokens;
    private boolean continuous;
    private long bytesReceived;

    private ResponseAccumulator(Optional<StringBuilder> text, Optional<StringBuilder> content) {
        this.text = text;
        this.content = content;
    }

    /**
     * A tally that keeps what is asked for.
     *
     * @param text all output
     * @param content what a later turn resends: the first choice without its reasoning
     */
    static ResponseAccumulator create(boolean text, boolean content) {
        return new ResponseAccumulator(
                text ? Optional.of(new StringBuilder()) : Optional.empty(),
                content ? Optional.of(new StringBuilder()) : Optional.empty());
    }

    /** @param names in lower case, kept beside those that always are */
    void keepHeaders(Set<String> names) {
        wantedHeaders = names;
    }

    Map<String, String> headers() {
        return headers;
    }

    void headers(HttpHeaders received) {
        received.forEach(header -> {
            String name = header.getKey().toLowerCase(Locale.ROOT);
            if (KEPT_HEADERS.contains(name) || wantedHeaders.contains(name)) {
                headers.put(name, header.getValue());
            }
        });
        String date = received.get(RetryAfter.DATE);
        if (headers.containsKey(RetryAfter.HEADER) && date != null) {
            headers.put(RetryAfter.DATE, date);
        }
    }

    void bytes(int more) {
        bytesReceived += more;
    }

    int outputChunks() {
        return outputChunks;
    }

    /**
     * Takes a delta.
     *
     * @return its output tokens, -1 where the server did not say
     */
    int delta(StreamMessage.Delta delta) {
        // No lambdas here: each would be an object for each chunk.
        if (delta.finishReason().isPresent()) {
            finished(delta.finishReason().get());
        }
        if (delta.usage().isPresent()) {
            usage = delta.usage().get();
        }
        if (delta.kind() != ChunkKind.CONTENT
                && delta.kind() != ChunkKind.REASONING
                && delta.kind() != ChunkKind.TOOL) {
            return UNKNOWN_TOKENS;
        }
        outputChunks++;
        if (text.isPresent()) {
            text.get().append(delta.text());
        }
        if (content.isPresent() && delta.kind() == ChunkKind.CONTENT && delta.choice() == 0) {
            content.get().append(delta.text());
        }
        return chunkTokens(delta);
    }

    /** Of several choices one that was broken off is kept, else the last one's. */
    private void finished(String written) {
        finishes++;
        if (!isIncomplete()) {
            finishReason = FinishReasonParser.parse(written);
        }
    }

    FinishReason finishReason() {
        return finishReason;
    }

    /** Choices that came with a finish reason. */
    int finishes() {
        return finishes;
    }

    /** Whether the server itself says that it did not complete the answer. */
    boolean isIncomplete() {
        return finishReason == FinishReason.ABORT || finishReason == FinishReason.ERROR;
    }

    /** The stream was over, but lacked {@code [DONE]}. */
    void endedWithoutDone() {
        endedWithoutDone = true;
    }

    void usage(TokenUsage counted) {
        usage = counted;
    }

    /** A choice of an answer that is not streamed; of several one that was broken off gives the finish reason, else the last. */
    void unstreamedChoice(String choice, String finish) {
        text.ifPresent(kept -> kept.append(choice));
        content.filter(StringBuilder::isEmpty).ifPresent(kept -> kept.append(choice));
        if (!finish.isEmpty()) {
            finished(finish);
        }
    }

    /**
     * Usage on a chunk counts tokens so far; only when it was there from the first chunk on are the differences known. Of several
     * choices some servers count each by itself and some all together, and do not say which.
     */
    private int chunkTokens(StreamMessage.Delta delta) {
        OptionalInt soFar = delta.usage().map(TokenUsage::output).orElse(OptionalInt.empty());
        if (soFar.isEmpty() || delta.choice() > 0 || (outputChunks > 1 && !continuous)) {
            continuous = false;
            return UNKNOWN_TOKENS;
        }
        continuous = true;
        int tokens = Math.max(0, soFar.getAsInt() - countedTokens);
        countedTokens = soFar.getAsInt();
        return tokens;
    }

    ResponseSummary facts(OptionalInt status) {
        OptionalInt outputTokens =
                isCounted() ? usage.output() : outputChunks == 0 ? OptionalInt.empty() : OptionalInt.of(outputChunks);
        return new ResponseSummary(
                status,
                Map.copyOf(headers),
                finishReason,
                endedWithoutDone,
                usage,
                outputTokens,
                source(outputTokens),
                outputChunks,
                bytesReceived,
                text.map(StringBuilder::toString),
                content.map(StringBuilder::toString));
    }

    /** A server that sent output and counts 0 tokens did not count. */
    private boolean isCounted() {
        return usage.output().isPresent() && (usage.output().getAsInt() > 0 || outputChunks == 0);
    }

    private TokenSource source(OptionalInt outputTokens) {
        if (outputTokens.isEmpty()) {
            return TokenSource.UNKNOWN;
        }
        if (!isCounted()) {
            return TokenSource.CHUNK_ESTIMATE;
        }
        return continuous ? TokenSource.CONTINUOUS_USAGE : TokenSource.USAGE;
    }
}
