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

/** What one message of an OpenAI-compatible stream means. */
sealed interface StreamMessage {
    /** {@code [DONE]}. */
    record Done() implements StreamMessage {}

    /** An error inside a 200 stream. */
    record Failed(RequestFailure failure) implements StreamMessage {}

    /** Not JSON. */
    record Unreadable(String why) implements StreamMessage {}

    /**
     * Output, or what goes before and after it. UNKNOWN is a delta without anything, as held-back UTF-8 gives.
     *
     * @param choice its index; {@link #NO_CHOICE} for an UNKNOWN that had not even an empty choice
     * @param goesOn whether it says, by a finish reason without a value, that the choice's end will have one
     * @param finishReason as the server wrote it
     * @param unread fields that hold something and are not known, of a delta without output, with the bytes of their sentences
     */
    record Delta(
            ChunkKind kind,
            int choice,
            String text,
            boolean goesOn,
            Optional<String> finishReason,
            Optional<TokenUsage> usage,
            Map<String, Integer> unread)
            implements StreamMessage {
        static final int NO_CHOICE = -1;

        /** Of a message that means nothing, such as one that keeps a connection open. */
        static final Delta NOTHING =
                new Delta(ChunkKind.UNKNOWN, NO_CHOICE, "", false, Optional.empty(), Optional.empty(), Map.of());

        boolean isOutput() {
            return kind == ChunkKind.CONTENT || kind == ChunkKind.REASONING || kind == ChunkKind.TOOL;
        }
    }

    /** Several choices in one message; the last one has its usage, which counts all of them. */
    record Deltas(List<Delta> each) implements StreamMessage {}

    /** Reads messages. */
    final class Reader {
        private static final ObjectReader JSON =
                new JsonMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);
        private static final String DONE = "[DONE]";
        private static final int MAX_KEEP_ALIVE_BYTES = 64;
        private static final Pattern KEEP_ALIVE = Pattern.compile(
                "(?isU)\\W*(((ping|pong|keep[-_ ]?alive|heart[-_ ]?beat|no-?op|pending|queued|processing|waiting|null)\\b.*)?)");

        private final DeltaClassifier classifier;

        Reader(DeltaClassifier classifier) {
            this.classifier = classifier;
        }

        StreamMessage read(SseMessage message) {
            byte[] data = message.data();
            if (data.length < 16 && DONE.equals(new String(data, StandardCharsets.UTF_8).strip())) {
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
                return foreign(message, "a message of the stream is not JSON (" + data.length + " bytes)");
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
            Optional<TokenUsage> usage = TokenUsage.in(json, choices);
            return switch (choices.size()) {
                case 0 ->
                    usage.isEmpty() && isNamed(message) ? Delta.NOTHING : DeltaClassifier.withoutChoice(json, usage);
                case 1 -> classifier.classify(choices.path(0), 0, usage);
                default -> deltas(choices, usage);
            };
        }

        private Deltas deltas(JsonNode choices, Optional<TokenUsage> usage) {
            List<Delta> each = new ArrayList<>();
            for (JsonNode choice : choices) {
                boolean isLast = each.size() == choices.size() - 1;
                each.add(classifier.classify(choice, each.size(), isLast ? usage : Optional.empty()));
            }
            return new Deltas(List.copyOf(each));
        }

        private static boolean isNamed(SseMessage message) {
            return !Set.of("", "raw", "message", "completion").contains(message.event());
        }

        /** An event with a name of its own and a message that keeps the connection open belong to no answer. */
        private static StreamMessage foreign(SseMessage message, String why) {
            boolean keepsAlive = message.slice().length() <= MAX_KEEP_ALIVE_BYTES
                    && keepsAlive(new String(message.data(), StandardCharsets.UTF_8));
            return isNamed(message) || keepsAlive ? Delta.NOTHING : new Unreadable(why);
        }

        private static boolean keepsAlive(String text) {
            return KEEP_ALIVE.matcher(text).matches() && !AnswerWords.tellsError(text);
        }
    }
}
