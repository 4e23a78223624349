package io.tidemark.producer.openai;

import io.tidemark.events.FinishReason;
import io.tidemark.events.TokenSource;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;

/**
 * The content of an answer as far as it was received.
 *
 * @param endedWithoutDone whether a stream was over by its finish reason and by HTTP, but lacked {@code [DONE]}
 * @param resumedAfterFinish whether output followed the last finish reason of a choice
 * @param outputTokens by the server's usage, else one per chunk; tokenSource says which
 * @param outputChunks chunks with reasoning, content or tool calls
 * @param outputCharacters of their texts in UTF-16; empty if calls are among them
 * @param largestReadTokens most output tokens that one read brought: its chunks, or its share of the text if that is more; empty if none was
 *     streamed
 * @param unreadOutput where output was seen or counted that was not read as a chunk; times from chunks are then not those of the
 *     output. Fields' names
 * @param text the output, only if the client keeps it
 * @param content the output without reasoning, only if the request asked for it to be kept
 */
public record ResponseSummary(
        OptionalInt httpStatus,
        Map<String, String> headers,
        FinishReason finishReason,
        boolean endedWithoutDone,
        boolean resumedAfterFinish,
        TokenUsage usage,
        OptionalInt outputTokens,
        TokenSource tokenSource,
        int outputChunks,
        OptionalInt outputCharacters,
        OptionalInt largestReadTokens,
        Set<String> unreadOutput,
        long bytesReceived,
        Optional<String> text,
        Optional<String> content) {
    public ResponseSummary redacted(Redaction redaction) {
        return new ResponseSummary(
                httpStatus,
                redaction.of(headers),
                finishReason,
                endedWithoutDone,
                resumedAfterFinish,
                usage,
                outputTokens,
                tokenSource,
                outputChunks,
                outputCharacters,
                largestReadTokens,
                unreadOutput,
                bytesReceived,
                text.map(redaction::of),
                content);
    }
}
