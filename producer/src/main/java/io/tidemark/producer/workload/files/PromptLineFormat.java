package io.tidemark.producer.workload.files;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.producer.json.RowFormat;
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
 * the assistant's messages give way to the real answers. What cannot be sent as it stands is an error.
 */
final class PromptLineFormat {
    private static final Set<String> ROLES = Set.of("system", "user", "assistant");
    /** The last four are what {@code tidemark prompts --out} notes of its lines. */
    private static final RowFormat KEYS = new RowFormat(
            List.of("prompt", "messages", "output_tokens", "category", "step", "conversation", "turn", "prompt_tokens"),
            "What all requests have in common goes into request.extra_body of the plan; tools are not sent");

    private static final RowFormat MESSAGE_KEYS =
            new RowFormat(List.of("role", "content"), "Calls of tools, names and reasoning in messages are not sent");

    private PromptLineFormat() {}

    static FilePrompt prompt(Line line, PromptFileOptions use) {
        requireObject(line);
        if (line.node().has("prompt") && line.node().has("messages")) {
            throw new IllegalArgumentException(line.where() + " must have either 'prompt' or 'messages' but has both");
        }
        FilePrompt asked = line.node().has("messages")
                ? chat(messages(line), use, line.where())
                : FilePrompt.of(line.text("prompt"));
        KEYS.require(line.node(), line.where());
        JsonNode tokens = line.node().path("output_tokens");
        if (!tokens.isMissingNode() && !(tokens.isInt() && tokens.intValue() >= 1)) {
            throw new IllegalArgumentException(line.where() + " must have a whole number >= 1 in 'output_tokens'");
        }
        JsonNode category = line.node().path("category");
        if (!category.isMissingNode() && !category.isValueNode()) {
            throw new IllegalArgumentException(
                    line.where() + " must have a text in 'category' but has " + kind(category));
        }
        FilePrompt limited = tokens.isInt() ? asked.withOutputTokens(tokens.intValue()) : asked;
        return limited.withCategory(line.textOrNone("category"));
    }

    private static void requireObject(Line line) {
        JsonNode node = line.node();
        if (node.isArray()) {
            throw new IllegalArgumentException(line.where()
                    + " must be an object but is an array; put the messages into one: {\"messages\": [...]}");
        }
        if (!node.isObject()) {
            throw new IllegalArgumentException(line.where() + " must be an object but is " + kind(node));
        }
        if (node.path("body").isObject()) {
            throw new IllegalArgumentException(line.where()
                    + " is a line of OpenAI's batch API, whose 'body' is the request; take the messages out of it: jq -c '{messages:"
                    + " .body.messages, output_tokens: .body.max_tokens}'");
        }
    }

    /** Of a value, for messages. */
    private static String kind(JsonNode node) {
        return switch (node.getNodeType()) {
            case ARRAY -> "a list";
            case OBJECT -> "an object";
            case STRING -> "a text";
            case MISSING -> "none";
            default -> node.toString();
        };
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
        for (ChatMessage message : messages.subList(first + 1, messages.size())) {
            if (message.role().equals("system")) {
                throw new IllegalArgumentException(
                        where + " must have no message of the system after the user's first one: with"
                                + " turns: all, what follows it are the user's turns");
            }
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
        if (!line.node().path("messages").isArray()) {
            throw new IllegalArgumentException(line.where() + " must have a list in 'messages' but has "
                    + kind(line.node().path("messages")));
        }
        for (JsonNode node : line.node().path("messages")) {
            messages.add(message(node, line.where() + " messages[" + messages.size() + "]"));
        }
        return messages;
    }

    /** @param where file, line and which message */
    private static ChatMessage message(JsonNode node, String where) {
        JsonNode content = node.path("content");
        String role = node.path("role").asText("");
        if (!ROLES.contains(role)) {
            throw new IllegalArgumentException(
                    where + " must have a 'role' of system, user or assistant but has \"" + role + "\"");
        }
        if (!content.isTextual()) {
            throw new IllegalArgumentException(where + ", of role " + role + ", must have a text in 'content' but has "
                    + (content.isArray() ? "a list of parts" : kind(content))
                    + (node.has("tool_calls") ? ", and 'tool_calls', which are not sent" : ""));
        }
        MESSAGE_KEYS.require(node, where);
        return new ChatMessage(role, content.textValue());
    }
}
