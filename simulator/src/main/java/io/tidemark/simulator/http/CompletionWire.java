package io.tidemark.simulator.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code /v1/completions}. Its stream has no role chunk and names usage in every chunk, null unless asked for. */
final class CompletionWire implements Wire {
    private static final String OBJECT = "text_completion";

    @Override
    public String idPrefix() {
        return "cmpl-";
    }

    @Override
    public Optional<String> opening(Reply reply, int index, Optional<Usage> usage) {
        return Optional.empty();
    }

    @Override
    public String chunk(Reply reply, Piece piece, Optional<Usage> usage) {
        return reply.head(OBJECT) + choice(piece) + "],\"usage\":"
                + usage.map(Usage::json).orElse("null") + "}";
    }

    @Override
    public String usageChunk(Reply reply, Usage usage) {
        return reply.head(OBJECT) + "],\"usage\":" + usage.json() + "}";
    }

    @Override
    public String whole(Reply reply, List<Piece> pieces, Usage usage) {
        String choices = pieces.stream().map(CompletionWire::wholeChoice).collect(Collectors.joining(","));
        return reply.head(OBJECT) + choices + "],\"service_tier\":null,\"system_fingerprint\":null,\"usage\":"
                + usage.wholeJson() + ",\"kv_transfer_params\":null}";
    }

    @Override
    public Logprobs logprobs(int alternatives) {
        return Logprobs.completion(alternatives);
    }

    private static String choice(Piece piece) {
        return facts(piece) + ",\"prompt_token_ids\":null,\"token_ids\":null}";
    }

    /** Has other fields after the facts than a chunk's, in another order. */
    private static String wholeChoice(Piece piece) {
        return facts(piece) + ",\"token_ids\":null,\"prompt_logprobs\":null,\"prompt_token_ids\":null}";
    }

    private static String facts(Piece piece) {
        return "{\"index\":" + piece.index() + ",\"text\":" + Json.quoted(piece.text()) + ",\"logprobs\":"
                + piece.logprobs() + ",\"finish_reason\":" + Json.quotedOrNull(piece.finishReason())
                + ",\"stop_reason\":" + Json.quotedOrNull(piece.stopReason());
    }
}
