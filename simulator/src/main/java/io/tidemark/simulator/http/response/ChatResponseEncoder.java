package io.tidemark.simulator.http.response;

import io.tidemark.simulator.http.request.JsonText;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;

/** {@code /v1/chat/completions}. */
public final class ChatResponseEncoder implements ResponseEncoder {
    private static final String CHUNK = "chat.completion.chunk";

    @Override
    public String idPrefix() {
        return "chatcmpl-";
    }

    @Override
    public Optional<String> opening(ResponseMetadata reply, int index, Optional<UsageCounts> usage) {
        return Optional.of(reply.head(CHUNK) + "{\"index\":" + index
                + ",\"delta\":{\"role\":\"assistant\",\"content\":\"\"},\"logprobs\":null,"
                + "\"finish_reason\":null}]" + usageField(usage) + ",\"prompt_token_ids\":null}");
    }

    @Override
    public String chunk(ResponseMetadata reply, ChoiceDelta piece, Optional<UsageCounts> usage) {
        String stop = piece.last() ? ",\"stop_reason\":" + JsonText.quotedOrNull(piece.stopReason()) : "";
        return reply.head(CHUNK) + "{\"index\":" + piece.index() + ",\"delta\":{\"content\":"
                + JsonText.quoted(piece.text())
                + "},\"logprobs\":" + piece.logprobs() + ",\"finish_reason\":"
                + JsonText.quotedOrNull(piece.finishReason()) + stop
                + ",\"token_ids\":null}]" + usageField(usage) + "}";
    }

    @Override
    public String usageChunk(ResponseMetadata reply, UsageCounts usage) {
        return reply.head(CHUNK) + "],\"usage\":" + usage.json() + "}";
    }

    @Override
    public String fullResponse(ResponseMetadata reply, List<ChoiceDelta> pieces, UsageCounts usage) {
        String choices = pieces.stream().map(ChatResponseEncoder::choice).collect(Collectors.joining(","));
        return reply.head("chat.completion") + choices + "],\"service_tier\":null,\"system_fingerprint\":null,"
                + "\"usage\":" + usage.wholeJson()
                + ",\"prompt_logprobs\":null,\"prompt_token_ids\":null,\"kv_transfer_params\":null}";
    }

    @Override
    public LogprobsEncoder logprobs(int alternatives) {
        return LogprobsEncoder.chat(alternatives);
    }

    private static String choice(ChoiceDelta piece) {
        return "{\"index\":" + piece.index() + ",\"message\":{\"role\":\"assistant\",\"content\":"
                + JsonText.quoted(piece.text())
                + ",\"refusal\":null,\"annotations\":null,\"audio\":null,\"function_call\":null,\"tool_calls\":[],"
                + "\"reasoning_content\":null},\"logprobs\":" + piece.logprobs() + ",\"finish_reason\":"
                + JsonText.quotedOrNull(piece.finishReason())
                + ",\"stop_reason\":" + JsonText.quotedOrNull(piece.stopReason()) + ",\"token_ids\":null}";
    }

    private static String usageField(Optional<UsageCounts> usage) {
        return usage.map(it -> ",\"usage\":" + it.json()).orElse("");
    }
}
