package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.exc.MismatchedInputException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.events.ChunkKind;
import io.tidemark.producer.openai.sse.SseMessage;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** What one message of an OpenAI-compatible stream means. */
sealed interface StreamMessage {
    /** {@code [DONE]}. */
    record Done() implements StreamMessage {}

    /** An error inside a 200 stream. */
    record Failed(RequestFailure failure) implements StreamMessage {}

    /** Not JSON. */
    record Unreadable(String why) implements StreamMessage {}

    /** Belongs to no answer, such as one that keeps a connection open, or repeats that the answer is complete. */
    record Ignored() implements StreamMessage {}

    /**
     * No chunk, and none of the other messages that are known: what follows may not be the end of a whole answer.
     *
     * @param unread its fields, with the bytes of their sentences
     * @param description its names and its text
     */
    record Unknown(Map<String, Integer> unread, String description) implements StreamMessage {}

    /**
     * Output, or what goes before and after it. UNKNOWN is a delta without anything, as held-back UTF-8 gives.
     *
     * @param choice its index
     * @param characters of its text in UTF-16, also where the text is not kept
     * @param bytes of it in UTF-8
     * @param goesOn whether it says, by a finish reason without a value, that the choice's end will have one
     * @param finishReason as the server wrote it
     * @param unread fields that hold something and are not known, of a message without output, with the bytes of their sentences
     */
    record Delta(
            ChunkKind kind,
            int choice,
            String text,
            int characters,
            int bytes,
            boolean goesOn,
            Optional<String> finishReason,
            Optional<TokenUsage> usage,
            Map<String, Integer> unread)
            implements StreamMessage {
        boolean isOutput() {
            return kind == ChunkKind.CONTENT || kind == ChunkKind.REASONING || kind == ChunkKind.TOOL;
        }
    }

    /** Several choices in one message; the last one has the message's usage, which counts all of them, else each its own. */
    record Deltas(List<Delta> each) implements StreamMessage {}

    /** Reads messages. */
    final class Reader {
        private static final ObjectReader JSON =
                new JsonMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        private static final Pattern DONE = Pattern.compile("(?i)\\s*\"?\\[DONE\\]\"?\\s*");
        private static final int MAX_KEEP_ALIVE_BYTES = 64;
        private static final int MAX_SHOWN_CHARACTERS = 100;
        private static final int MAX_SHOWN_NAMES = 5;
        private static final Pattern KEEP_ALIVE = Pattern.compile(
                "(?isU)\\W*((openrouter )?(ping|pong|keep[-_ ]?alive|heart[-_ ]?beat|no-?op|pending|queued|processing|waiting|null)\\b.*"
                        + "|(ok|true|0+)\\W*)?");

        private final DeltaClassifier classifier;

        Reader(DeltaClassifier classifier) {
            this.classifier = classifier;
        }

        StreamMessage read(SseMessage message) {
            byte[] data = message.data();
            if (data.length < 16
                    && DONE.matcher(new String(data, StandardCharsets.UTF_8)).matches()) {
                return new Done();
            }
            try {
                return of(JSON.readTree(data), message);
            } catch (MismatchedInputException e) {
                return new Unreadable(
                        "a message of the stream holds several JSON values: a blank line between events is missing");
            } catch (IOException e) {
                if (AnswerWords.isFailure(message.event())) {
                    return new Failed(new RequestFailure("", "", new String(data, StandardCharsets.UTF_8)));
                }
                return foreign(message, "a message of the stream is not JSON");
            }
        }

        private StreamMessage of(JsonNode json, SseMessage message) {
            if (AnswerWords.isFailure(message.event())) {
                return new Failed(ErrorBodyParser.failure(json));
            }
            JsonNode choices = json.path("choices").isArray() ? json.path("choices") : JSON.nullNode();
            Optional<JsonNode> error = ErrorBodyParser.error(json, choices);
            if (error.isPresent()) {
                return new Failed(ErrorBodyParser.failure(error.get()));
            }
            if (!json.isObject() || "raw".equals(message.event())) {
                return foreign(message, "a message of the stream is not a JSON object in a data field");
            }
            Optional<TokenUsage> usage = TokenUsage.in(json, choices.path(choices.size() - 1));
            return switch (choices.size()) {
                case 0 -> usage.isPresent() ? DeltaClassifier.ofUsage(json, usage) : withoutChoice(json, message);
                case 1 -> classifier.classify(json, choices.path(0), 0, usage);
                default -> deltas(json, choices, usage);
            };
        }

        private Deltas deltas(JsonNode json, JsonNode choices, Optional<TokenUsage> usage) {
            List<Delta> each = new ArrayList<>();
            for (JsonNode choice : choices) {
                boolean isLast = each.size() == choices.size() - 1;
                each.add(classifier.classify(json, choice, each.size(), isLast ? usage : TokenUsage.ofChoice(choice)));
            }
            return new Deltas(List.copyOf(each));
        }

        private static StreamMessage withoutChoice(JsonNode json, SseMessage message) {
            if (AnswerWords.isOfNoAnswer(message.event()) || ErrorBodyParser.isOfNoAnswer(json)) {
                return new Ignored();
            }
            String event = isNamed(message) ? name(message) + ": " : "";
            String names = json.properties().stream()
                    .map(field -> DeltaClassifier.name(field.getKey()))
                    .limit(MAX_SHOWN_NAMES)
                    .collect(Collectors.joining(", ", "fields ", ""));
            String text = ErrorBodyParser.text(json);
            return new Unknown(
                    DeltaClassifier.unread(json, event, AnswerWords.OF_MESSAGE),
                    event + names + (text.isEmpty() ? "" : "; " + text));
        }

        private static boolean isNamed(SseMessage message) {
            return !Set.of("", "raw", "message", "completion").contains(message.event());
        }

        /** An event with a name of its own and a message that keeps the connection open are no part of an answer. */
        private static StreamMessage foreign(SseMessage message, String why) {
            boolean keepsAlive = message.slice().length() <= MAX_KEEP_ALIVE_BYTES
                    && keepsAlive(new String(message.data(), StandardCharsets.UTF_8));
            if (keepsAlive || AnswerWords.isOfNoAnswer(message.event())) {
                return new Ignored();
            }
            String shown = shown(message.data());
            int bytes = message.slice().length();
            return isNamed(message)
                    ? new Unknown(Map.of(name(message), bytes), name(message) + ": " + shown)
                    : new Unreadable(why + " (" + bytes + " bytes): " + shown);
        }

        private static String name(SseMessage message) {
            return "event " + DeltaClassifier.name(message.event());
        }

        /** Without what is quoted, which may be output. */
        private static String shown(byte[] data) {
            String text = ErrorText.masked(new String(data, StandardCharsets.UTF_8));
            return text.length() > MAX_SHOWN_CHARACTERS ? text.substring(0, MAX_SHOWN_CHARACTERS) + "..." : text;
        }

        private static boolean keepsAlive(String text) {
            return KEEP_ALIVE.matcher(text).matches() && !AnswerWords.tellsError(text);
        }
    }
}
