package io.tidemark.simulator.http;

import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code /v1/chat/completions}. */
final class ChatWire implements Wire {
    private static final String CHUNK = "chat.completion.chunk";

    @Override
    public String idPrefix() {
        return "chatcmpl-";
    }

    @Override
    public Optional<String> opening(Reply reply, int index, Optional<Usage> usage) {
        return Optional.of(reply.head(CHUNK) + "{\"index\":" + index
                + ",\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,"
                + "\"finish_reason\":null}]" + usageField(usage) + ",\"prompt_token_ids\":null}");
    }

    @Override
    public String chunk(Reply reply, Piece piece, Optional<Usage> usage) {
        String stop = piece.last() ? ",\"stop_reason\":" + Json.quotedOrNull(piece.stopReason()) : "";
        return reply.head(CHUNK) + "{\"index\":" + piece.index() + ",\"delta\":{\"content\":"
                + Json.quoted(piece.text())
                + "},\"logprobs\":" + piece.logprobs() + ",\"finish_reason\":"
                + Json.quotedOrNull(piece.finishReason()) + stop
                + ",\"token_ids\":null}]" + usageField(usage) + "}";
    }

    @Override
    public String usageChunk(Reply reply, Usage usage) {
        return reply.head(CHUNK) + "],\"usage\":" + usage.json() + "}";
    }

    @Override
    public String whole(Reply reply, List<Piece> pieces, Usage usage) {
        String choices = pieces.stream().map(ChatWire::choice).collect(Collectors.joining(","));
        return reply.head("chat.completion") + choices + "],\"service_tier\":null,\"system_fingerprint\":null,"
                + "\"usage\":" + usage.wholeJson()
                + ",\"prompt_logprobs\":null,\"prompt_token_ids\":null,\"kv_transfer_params\":null}";
    }

    @Override
    public Logprobs logprobs(int alternatives) {
        return Logprobs.chat(alternatives);
    }

    private static String choice(Piece piece) {
        return "{\"index\":" + piece.index() + ",\"message\":{\"role\":\"assistant\",\"content\":"
                + Json.quoted(piece.text())
                + ",\"refusal\":null,\"annotations\":null,\"audio\":null,\"function_call\":null,\"tool_calls\":[],"
                + "\"reasoning_content\":null},\"logprobs\":" + piece.logprobs() + ",\"finish_reason\":"
                + Json.quotedOrNull(piece.finishReason())
                + ",\"stop_reason\":" + Json.quotedOrNull(piece.stopReason()) + ",\"token_ids\":null}";
    }

    private static String usageField(Optional<Usage> usage) {
        return usage.map(it -> ",\"usage\":" + it.json()).orElse("");
    }
}
