package io.tidemark.simulator.http.response;

import io.tidemark.simulator.http.request.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code /v1/completions}. Its stream has no role chunk and names usage in every chunk, null unless asked for. */
public final class CompletionResponseEncoder implements ResponseEncoder {
    private static final String OBJECT = "text_completion";

    @Override
    public String idPrefix() {
        return "cmpl-";
    }

    @Override
    public Optional<String> opening(ResponseMetadata reply, int index, Optional<UsageCounts> usage) {
        return Optional.empty();
    }

    @Override
    public String chunk(ResponseMetadata reply, ChoiceDelta piece, Optional<UsageCounts> usage) {
        return reply.head(OBJECT) + choice(piece) + "],\"usage\":"
                + usage.map(UsageCounts::json).orElse("null") + "}";
    }

    @Override
    public String usageChunk(ResponseMetadata reply, UsageCounts usage) {
        return reply.head(OBJECT) + "],\"usage\":" + usage.json() + "}";
    }

    @Override
    public String fullResponse(ResponseMetadata reply, List<ChoiceDelta> pieces, UsageCounts usage) {
        String choices =
                pieces.stream().map(CompletionResponseEncoder::wholeChoice).collect(Collectors.joining(","));
        return reply.head(OBJECT) + choices + "],\"service_tier\":null,\"system_fingerprint\":null,\"usage\":"
                + usage.wholeJson() + ",\"kv_transfer_params\":null}";
    }

    @Override
    public LogprobsEncoder logprobs(int alternatives) {
        return LogprobsEncoder.completion(alternatives);
    }

    private static String choice(ChoiceDelta piece) {
        return facts(piece) + ",\"prompt_token_ids\":null,\"token_ids\":null}";
    }

    /** Has other fields after the facts than a chunk's, in another order. */
    private static String wholeChoice(ChoiceDelta piece) {
        return facts(piece) + ",\"token_ids\":null,\"prompt_logprobs\":null,\"prompt_token_ids\":null}";
    }

    private static String facts(ChoiceDelta piece) {
        return "{\"index\":" + piece.index() + ",\"text\":" + JsonText.quoted(piece.text()) + ",\"logprobs\":"
                + piece.logprobs() + ",\"finish_reason\":" + JsonText.quotedOrNull(piece.finishReason())
                + ",\"stop_reason\":" + JsonText.quotedOrNull(piece.stopReason());
    }
}
