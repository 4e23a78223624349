package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.events.ChunkKind;
import io.tidemark.producer.openai.StreamMessage.Delta;
import java.util.Optional;

/** Tells what a choice of a chat or completions chunk carries: a role alone is not output, an empty text is not output. */
final class DeltaClassifier {
    private DeltaClassifier() {}

    static Delta classify(JsonNode choice, Optional<TokenUsage> usage) {
        if (choice.isMissingNode()) {
            ChunkKind kind = usage.isPresent() ? ChunkKind.USAGE : ChunkKind.UNKNOWN;
            int index = usage.isPresent() ? 0 : Delta.NO_CHOICE;
            return new Delta(kind, index, "", Optional.empty(), usage);
        }
        Optional<String> finish =
                Optional.ofNullable(choice.path("finish_reason").textValue());
        JsonNode delta = choice.path("delta");
        String reasoning = text(delta.path("reasoning_content")) + text(delta.path("reasoning"));
        String content = text(delta.path("content")) + text(choice.path("text")) + text(delta.path("refusal"));
        ChunkKind kind = output(reasoning, content, delta).orElseGet(() -> silent(delta, finish));
        return new Delta(kind, choice.path("index").asInt(0), reasoning + content, finish, usage);
    }

    private static Optional<ChunkKind> output(String reasoning, String content, JsonNode delta) {
        if (!content.isEmpty()) {
            return Optional.of(ChunkKind.CONTENT);
        }
        if (!reasoning.isEmpty()) {
            return Optional.of(ChunkKind.REASONING);
        }
        boolean tool = !delta.path("tool_calls").isEmpty()
                || delta.path("function_call").isObject();
        return tool ? Optional.of(ChunkKind.TOOL) : Optional.empty();
    }

    private static ChunkKind silent(JsonNode delta, Optional<String> finish) {
        if (finish.isPresent()) {
            return ChunkKind.FINISH;
        }
        return delta.path("role").isTextual() ? ChunkKind.ROLE : ChunkKind.UNKNOWN;
    }

    private static String text(JsonNode node) {
        return node.isTextual() ? node.textValue() : "";
    }
}
