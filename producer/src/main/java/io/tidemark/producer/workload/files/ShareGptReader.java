package io.tidemark.producer.workload.files;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.json.JsonErrors;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.workload.files.PromptFile.Intake;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.StreamSupport;

/**
 * ShareGPT: one JSON array of {@code {"conversations": [{"from": "human", "value": "..."}]}}, read entry by entry, as the file in use
 * has hundreds of megabytes. Who speaks is checked: a conversation that does not begin with the human (after a system message,
 * perhaps), or in which two speak in a row, is left out from there.
 */
final class ShareGptReader {
    private static final JsonMapper JSON = new JsonMapper();
    private static final Set<String> OF_TOOLS = Set.of("observation", "function_call", "tool");
    private static final int MIN_TOKENS = 4;
    private static final int MAX_PROMPT_TOKENS = 1024;
    private static final int MAX_TOKENS = 2048;

    private ShareGptReader() {}

    static void read(PromptFile.Source source, Intake intake) throws IOException {
        try (JsonParser parser = JSON.createParser(source.in())) {
            if (parser.nextToken() != JsonToken.START_ARRAY) {
                throw new IllegalArgumentException(source.name() + " must be a JSON array of conversations");
            }
            while (parser.nextToken() == JsonToken.START_OBJECT) {
                JsonNode chat = parser.readValueAsTree();
                take(chat, intake);
            }
            if (parser.currentToken() != JsonToken.END_ARRAY) {
                throw new IllegalArgumentException(source.name() + ":"
                        + parser.currentLocation().getLineNr() + " must be an object with conversations but was "
                        + parser.currentToken());
            }
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(source.name() + line(e) + " is not JSON: " + JsonErrors.message(e), e);
        }
    }

    private static String line(JsonProcessingException e) {
        return e.getLocation() == null ? "" : ":" + e.getLocation().getLineNr();
    }

    private static void take(JsonNode chat, Intake intake) {
        if (hasTools(chat)) {
            intake.leaveOut("with calls of tools, which are not sent");
            return;
        }
        List<ChatMessage> messages = alternating(chat);
        int asks = messages.isEmpty() || !messages.get(0).role().equals("system") ? 0 : 1;
        if (messages.size() <= asks) {
            intake.leaveOut("not begun by the human");
            return;
        }
        FilePrompt prompt = prompt(messages, asks);
        if (!intake.filters()) {
            intake.take(prompt);
            return;
        }
        if (messages.size() <= asks + 1) {
            intake.leaveOut("without an answer");
            return;
        }
        filter(prompt, messages.get(asks + 1).content(), intake);
    }

    private static FilePrompt prompt(List<ChatMessage> messages, int asks) {
        List<String> followUps = messages.subList(asks + 1, messages.size()).stream()
                .filter(message -> message.role().equals("user"))
                .map(ChatMessage::content)
                .toList();
        return new FilePrompt(messages.subList(0, asks + 1), followUps, OptionalInt.empty(), "");
    }

    /** As vLLM's benchmark chooses, by our count of tokens. */
    private static void filter(FilePrompt prompt, String answer, Intake intake) {
        int asked = prompt.opening().stream()
                .mapToInt(message -> intake.tokens(message.content()))
                .sum();
        int answered = intake.tokens(answer);
        if (asked < MIN_TOKENS || answered < MIN_TOKENS) {
            intake.leaveOut("too short");
        } else if (asked > MAX_PROMPT_TOKENS || asked + answered > MAX_TOKENS) {
            intake.leaveOut("too long");
        } else {
            intake.take(prompt.withOutputTokens(answered));
        }
    }

    /** As LLaMA-Factory writes conversations with tools. */
    private static boolean hasTools(JsonNode chat) {
        JsonNode tools = chat.path("tools");
        boolean isDescribed = tools.isTextual() ? !tools.textValue().isBlank() : !tools.isEmpty();
        return isDescribed
                || StreamSupport.stream(chat.path("conversations").spliterator(), false)
                        .anyMatch(message ->
                                OF_TOOLS.contains(message.path("from").asText("")));
    }

    /** The messages up to the first that is out of turn, empty or of an unknown role. */
    private static List<ChatMessage> alternating(JsonNode chat) {
        List<ChatMessage> messages = new ArrayList<>();
        String instructions = chat.path("system").asText("");
        if (!instructions.isBlank()) {
            messages.add(new ChatMessage("system", instructions));
        }
        String expected = "user";
        for (JsonNode message : chat.path("conversations")) {
            String role = role(message.path("from").asText(""));
            String text = message.path("value").asText("");
            boolean system = messages.isEmpty() && role.equals("system");
            if (text.isBlank() || !(system || role.equals(expected))) {
                return messages;
            }
            messages.add(new ChatMessage(role, text));
            expected = role.equals("user") ? "assistant" : "user";
        }
        return messages;
    }

    private static String role(String from) {
        return switch (from) {
            case "human", "user" -> "user";
            case "gpt", "chatgpt", "bing", "bard", "assistant" -> "assistant";
            case "system" -> "system";
            default -> "";
        };
    }
}
