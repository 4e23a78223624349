package io.tidemark.simulator.http;

import java.util.Optional;

/** {@code /v1/chat/completions}. */
final class ChatWire implements Wire {
    private static final String CHUNK = "chat.completion.chunk";

    @Override
    public String idPrefix() {
        return "chatcmpl-";
    }

    @Override
    public Optional<String> opening(Reply reply, Optional<Usage> usage) {
        return Optional.of(reply.head(CHUNK)
                + "{\"index\":0,\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,"
                + "\"finish_reason\":null}]" + usageField(usage) + ",\"prompt_token_ids\":null}");
    }

    @Override
    public String chunk(Reply reply, Piece piece, Optional<Usage> usage) {
        String stop = piece.last() ? ",\"stop_reason\":null" : "";
        return reply.head(CHUNK) + "{\"index\":0,\"delta\":{\"content\":" + Json.quoted(piece.text())
                + "},\"logprobs\":null,\"finish_reason\":" + Json.quotedOrNull(piece.finishReason()) + stop
                + ",\"token_ids\":null}]" + usageField(usage) + "}";
    }

    @Override
    public String usageChunk(Reply reply, Usage usage) {
        return reply.head(CHUNK) + "],\"usage\":" + usage.json() + "}";
    }

    @Override
    public String whole(Reply reply, Piece piece, Usage usage) {
        return reply.head("chat.completion") + "{\"index\":0,\"message\":{\"role\":\"assistant\",\"content\":"
                + Json.quoted(piece.text())
                + ",\"refusal\":null,\"annotations\":null,\"audio\":null,\"function_call\":null,\"tool_calls\":[],"
                + "\"reasoning_content\":null},\"logprobs\":null,\"finish_reason\":"
                + Json.quotedOrNull(piece.finishReason())
                + ",\"stop_reason\":null,\"token_ids\":null}],\"service_tier\":null,\"system_fingerprint\":null,"
                + "\"usage\":" + usage.wholeJson()
                + ",\"prompt_logprobs\":null,\"prompt_token_ids\":null,\"kv_transfer_params\":null}";
    }

    private static String usageField(Optional<Usage> usage) {
        return usage.map(it -> ",\"usage\":" + it.json()).orElse("");
    }
}
