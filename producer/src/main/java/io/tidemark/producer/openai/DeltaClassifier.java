package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.events.ChunkKind;
import io.tidemark.events.FinishReason;
import io.tidemark.producer.openai.StreamMessage.Delta;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Classifies what a choice of a chat or completions chunk carries: a role alone is not output, an empty text is not output. */
final class DeltaClassifier {
    /** Prefixes of the names of unread fields of a delta, and of a choice. */
    private static final String OF_DELTA = "delta.";

    private static final String OF_CHOICE = "choices[].";

    private static final Pattern LONG_WORD = Pattern.compile("[!-~]{32,}");

    private static final int MAX_NAME_CHARACTERS = 64;

    private final Set<String> named;

    /** @param named fields of reasoning besides those whose names say so */
    DeltaClassifier(Set<String> named) {
        this.named = Set.copyOf(named);
    }

    /** Whether a field of a delta holds reasoning by its name, besides the usual ones. */
    boolean isReasoning(String field) {
        return named.contains(field) || AnswerWords.isOtherReasoning(field);
    }

    /** A message without choices. */
    static Delta ofUsage(JsonNode message, Optional<TokenUsage> usage) {
        Optional<String> finish = finishReason(message, MissingNode.getInstance());
        return new Delta(ChunkKind.USAGE, 0, "", 0, 0, false, finish, usage, Map.of());
    }

    /** @param position of the choice in its message, which is its index where it has none */
    Delta classify(JsonNode message, JsonNode choice, int position, Optional<TokenUsage> usage) {
        Optional<String> finish = finishReason(message, choice);
        boolean goesOn = finish.isEmpty() && choice.has("finish_reason");
        JsonNode delta = choice.path("delta");
        OutputText text = text(delta, choice);
        String all = text.all();
        ChunkKind kind = text.kind().or(() -> tool(delta)).orElseGet(() -> silent(delta, finish));
        Map<String, Integer> unread =
                text.kind().isPresent() || kind == ChunkKind.TOOL ? Map.of() : unread(message, choice);
        return new Delta(
                kind,
                choice.path("index").asInt(position),
                all,
                all.length(),
                utf8Bytes(all.toCharArray(), 0, all.length()),
                goesOn,
                finish,
                usage,
                unread);
    }

    /**
     * Output text.
     *
     * @param holder a delta, or the message of an answer that is not streamed
     */
    OutputText text(JsonNode holder, JsonNode choice) {
        OutputText text = new OutputText();
        reasoning(holder, choice).forEach(thought -> text.read(thought, true));
        text.read(holder.path("content"), false);
        text.read(choice.path("text"), false);
        text.read(holder.path("refusal"), false);
        if (text.kind().isEmpty()) {
            AnswerWords.REASONING_PARTS.forEach(name -> text.read(holder.path(name), true));
        }
        if (text.kind().isEmpty()) {
            JsonNode ofProvider = holder.path(AnswerWords.PROVIDER_FIELDS);
            AnswerWords.REASONING.forEach(name -> text.read(ofProvider.path(name), true));
        }
        return text;
    }

    /** The values of fields of reasoning. Some servers write one text under two names, as vLLM did while it renamed its field: it counts once. */
    private Set<JsonNode> reasoning(JsonNode holder, JsonNode choice) {
        Set<JsonNode> values = new LinkedHashSet<>();
        for (String name : AnswerWords.REASONING) {
            values.add(holder.path(name));
            values.add(choice.path(name));
        }
        for (JsonNode fields : List.of(holder, choice)) {
            fields.fieldNames().forEachRemaining(name -> {
                if (isReasoning(name)) {
                    values.add(fields.path(name));
                }
            });
        }
        return values;
    }

    /** Of a text in UTF-8; each half of a pair of UTF-16 has two. */
    static int utf8Bytes(char[] text, int from, int length) {
        int bytes = length;
        for (int i = from; i < from + length; i++) {
            boolean hasThree = text[i] >= 0x800 && !Character.isSurrogate(text[i]);
            bytes += hasThree ? 2 : text[i] >= 0x80 ? 1 : 0;
        }
        return bytes;
    }

    /** A call with an id, a name or arguments; some servers send empty ones beside the role. */
    static Optional<ChunkKind> tool(JsonNode holder) {
        boolean tool = hasCallText(holder.path("tool_calls")) || hasCallText(holder.path("function_call"));
        return tool ? Optional.of(ChunkKind.TOOL) : Optional.empty();
    }

    private static boolean hasCallText(JsonNode node) {
        if (node.isObject()) {
            return node.properties().stream()
                    .anyMatch(field -> isOfCall(field.getKey()) && hasCallText(field.getValue()));
        }
        return node.isTextual()
                ? !node.textValue().isEmpty()
                : StreamSupport.stream(node.spliterator(), false).anyMatch(DeltaClassifier::hasCallText);
    }

    /** Whether a text in a field of a tool call is part of the call; its type is none. */
    static boolean isOfCall(String field) {
        return !field.equals("type");
    }

    /** A choice's finish reason, unless another word beside it says that the answer was broken off. */
    static Optional<String> finishReason(JsonNode message, JsonNode choice) {
        Optional<String> finish = finishReason(choice.path("finish_reason"))
                .or(() -> finishReason(choice.path(AnswerWords.FINISH_DETAILS)));
        FinishReason known = finish.map(FinishReasonParser::parse).orElse(FinishReason.UNKNOWN);
        return Stream.of(
                        message.path("status"),
                        message.path("state"),
                        message.path(AnswerWords.STOP_REASON),
                        choice.path(AnswerWords.STOP_REASON),
                        choice.path("delta").path(AnswerWords.STOP_REASON),
                        choice.path(AnswerWords.NATIVE_FINISH_REASON),
                        choice.path(AnswerWords.FINISH_DETAILS))
                .flatMap(word -> finishReason(word).stream())
                .filter(word -> FinishReasonParser.isBrokenOff(word, known))
                .findFirst()
                .or(() -> finish);
    }

    /** As the server wrote it; some write an empty text, "null" or "None" where others write null. */
    private static Optional<String> finishReason(JsonNode reason) {
        JsonNode value = reason.isObject() ? reason.path("type") : reason;
        return value.isMissingNode() || value.isNull() || !isFinish(value.asText())
                ? Optional.empty()
                : Optional.of(value.asText());
    }

    static boolean isFinish(String reason) {
        return !reason.isEmpty() && !reason.equals("null") && !reason.equals("None");
    }

    private static ChunkKind silent(JsonNode delta, Optional<String> finish) {
        if (finish.isPresent()) {
            return ChunkKind.FINISH;
        }
        return delta.path("role").isTextual() ? ChunkKind.ROLE : ChunkKind.UNKNOWN;
    }

    private static Map<String, Integer> unread(JsonNode message, JsonNode choice) {
        boolean hasDelta = choice.path("delta").isObject();
        Map<String, Integer> found = new TreeMap<>(unread(choice.path("delta"), OF_DELTA, Set.of()));
        found.putAll(unread(message, "", AnswerWords.OF_CHUNK));
        found.putAll(unread(choice, OF_CHOICE, hasDelta ? Set.of("delta", "usage") : Set.of("usage")));
        return found;
    }

    static boolean isOfDelta(String unread) {
        return unread.startsWith(OF_DELTA);
    }

    /** Or of its delta. */
    static boolean isOfChoice(String unread) {
        return unread.startsWith(OF_CHOICE) || isOfDelta(unread);
    }

    /** Names of fields that hold a text, a list or an object that is not empty, and are nothing that is known and no word of a state, with the bytes of their sentences. */
    static Map<String, Integer> unread(JsonNode holder, String prefix, Set<String> known) {
        Map<String, Integer> found = new TreeMap<>();
        holder.properties().forEach(field -> {
            JsonNode value = field.getValue();
            boolean holds = value.isTextual()
                    ? !value.textValue().isEmpty() && !AnswerWords.isHarmless(value.textValue())
                    : !value.isEmpty();
            if (holds && !AnswerWords.isBesideOutput(field.getKey()) && !known.contains(field.getKey())) {
                boolean isNote = AnswerWords.isBesideReasoning(field.getKey());
                found.put(prefix + name(field.getKey()), isNote ? 0 : sentenceBytes(value));
            }
        });
        return found;
    }

    /** In UTF-8. A long word is none: a signature, an id, an image. */
    private static int sentenceBytes(JsonNode value) {
        if (!value.isTextual()) {
            return StreamSupport.stream(value.spliterator(), false)
                    .mapToInt(DeltaClassifier::sentenceBytes)
                    .sum();
        }
        return LONG_WORD.matcher(value.textValue()).matches()
                ? 0
                : value.textValue().getBytes(StandardCharsets.UTF_8).length;
    }

    /** A server's word that may be shown. */
    static String name(String written) {
        String plain = written.replaceAll("[^A-Za-z0-9_.-]", "?");
        return plain.length() > MAX_NAME_CHARACTERS ? plain.substring(0, MAX_NAME_CHARACTERS) : plain;
    }

    /** The text of a choice: plain texts, and lists of typed parts. */
    static final class OutputText {
        private final StringBuilder reasoning = new StringBuilder();
        private final StringBuilder content = new StringBuilder();

        private void read(JsonNode value, boolean thinks) {
            if (value.isTextual()) {
                (thinks ? reasoning : content)
                        .append(AnswerWords.isInvisible(value.textValue()) ? "" : value.textValue());
            } else if (value.isArray()) {
                value.forEach(part -> read(part, thinks));
            } else if (value.isObject()) {
                part(value, thinks || AnswerWords.isThought(value.path("type").asText()));
            }
        }

        /** The first of its texts, for some parts say it twice. */
        private void part(JsonNode part, boolean thinks) {
            for (String name : AnswerWords.PART_TEXTS) {
                JsonNode text = part.path(name);
                if (text.isTextual() ? !text.textValue().isEmpty() : !text.isEmpty()) {
                    read(text, thinks || AnswerWords.isThought(name));
                    return;
                }
            }
        }

        Optional<ChunkKind> kind() {
            if (!content.isEmpty()) {
                return Optional.of(ChunkKind.CONTENT);
            }
            return reasoning.isEmpty() ? Optional.empty() : Optional.of(ChunkKind.REASONING);
        }

        String all() {
            return reasoning.toString() + content;
        }
    }
}
