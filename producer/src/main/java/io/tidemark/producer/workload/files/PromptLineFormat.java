package io.tidemark.producer.workload.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.plan.workload.PromptFileOptions;
import io.tidemark.producer.workload.files.JsonLinesReader.Line;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;

/**
 * Lines of one's own: {@code {"prompt": "..."}} or {@code {"messages": [{"role", "content"}]}}, perhaps with {@code output_tokens}
 * and {@code category}. Asked as a first turn only, messages go as they are, up to the last one of the user; as a conversation,
 * the assistant's messages give way to the real answers.
 */
final class PromptLineFormat {
    private static final Set<String> ROLES = Set.of("system", "user", "assistant");

    private PromptLineFormat() {}

    static FilePrompt prompt(Line line, PromptFileOptions use) {
        FilePrompt asked = line.node().has("messages")
                ? chat(messages(line), use, line.where())
                : FilePrompt.of(line.text("prompt"));
        JsonNode tokens = line.node().path("output_tokens");
        if (!tokens.isMissingNode() && !(tokens.isInt() && tokens.intValue() >= 1)) {
            throw new IllegalArgumentException(line.where() + " must have a whole number >= 1 in 'output_tokens'");
        }
        FilePrompt limited = tokens.isInt() ? asked.withOutputTokens(tokens.intValue()) : asked;
        return limited.withCategory(line.textOrNone("category"));
    }

    private static FilePrompt chat(List<ChatMessage> messages, PromptFileOptions use, String where) {
        int first = indexOfUser(messages, 0);
        if (first < 0) {
            throw new IllegalArgumentException(where + " must have a message of the user in 'messages'");
        }
        if (use.turns() == PromptFileOptions.Turns.FIRST) {
            int last = first;
            for (int i = first; i >= 0; i = indexOfUser(messages, i + 1)) {
                last = i;
            }
            return new FilePrompt(messages.subList(0, last + 1), List.of(), OptionalInt.empty(), "");
        }
        List<String> followUps = messages.subList(first + 1, messages.size()).stream()
                .filter(message -> message.role().equals("user"))
                .map(ChatMessage::content)
                .toList();
        return new FilePrompt(messages.subList(0, first + 1), followUps, OptionalInt.empty(), "");
    }

    private static int indexOfUser(List<ChatMessage> messages, int from) {
        for (int i = from; i < messages.size(); i++) {
            if (messages.get(i).role().equals("user")) {
                return i;
            }
        }
        return -1;
    }

    private static List<ChatMessage> messages(Line line) {
        List<ChatMessage> messages = new ArrayList<>();
        for (JsonNode node : line.node().path("messages")) {
            String role = node.path("role").asText("");
            if (!ROLES.contains(role) || !node.path("content").isTextual()) {
                throw new IllegalArgumentException(
                        line.where() + " must have messages with a text in 'content' and a 'role' of system, user or"
                                + " assistant but had \"" + role + "\"");
            }
            messages.add(new ChatMessage(role, node.path("content").textValue()));
        }
        return messages;
    }
}
