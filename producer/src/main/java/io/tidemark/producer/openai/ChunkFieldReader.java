package io.tidemark.producer.openai;

import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import io.tidemark.producer.openai.ChunkFields.Place;
import java.io.IOException;
import java.util.OptionalInt;

/**
 * Finds the fields of a chunk that matter. Each method returns false as soon as the message is not usual: it uses an error's
 * name, says a thing twice, has several choices, has a list, an object or a number where none is read, or ends too early.
 */
final class ChunkFieldReader {
    private static final int CHOICES = 1;
    private static final int USAGE = 2;
    private static final int FINISH_REASON = 4;
    private static final int INDEX = 8;
    private static final int DELTA = 16;
    private static final int TOOL_CALLS = 32;
    private static final int FUNCTION_CALL = 64;
    private static final int ROLE = 128;
    private static final int PROMPT_TOKENS = 256;
    private static final int COMPLETION_TOKENS = 512;
    private static final int TOTAL_TOKENS = 1024;
    private static final int FIRST_PLACE = 2048;
    private static final int ABSENT = -1;

    private final JsonParser parser;
    private final ChunkFields fields;
    private final DeltaClassifier classifier;
    private int seen;

    ChunkFieldReader(JsonParser parser, ChunkFields fields, DeltaClassifier classifier) {
        this.parser = parser;
        this.fields = fields;
        this.classifier = classifier;
    }

    /** Of the whole message, after its opening brace. */
    boolean readMessage() throws IOException {
        JsonToken token = parser.nextToken();
        while (token == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            boolean usual = switch (name) {
                case "choices" -> first(CHOICES) && readChoices(value);
                case "usage" -> first(USAGE) && readUsage(value);
                case "error" -> value == JsonToken.VALUE_NULL;
                case "timings", "x_groq", "base_resp" -> value != JsonToken.START_OBJECT && skip(value);
                case "eval_count" -> false;
                case "id", "created", "model", "system_fingerprint", "service_tier" -> skip(value);
                case AnswerWords.STOP_REASON -> value == JsonToken.VALUE_NULL;
                case "object" ->
                    !(value == JsonToken.VALUE_STRING && parser.getText().equals("error")) && skip(value);
                default -> !AnswerWords.mayReportError(name) && skipUnknown(name, value);
            };
            if (!usual) {
                return false;
            }
            token = parser.nextToken();
        }
        return token == JsonToken.END_OBJECT && !fields.mayBeUnread();
    }

    private boolean first(int field) {
        boolean unseen = (seen & field) == 0;
        seen |= field;
        return unseen;
    }

    /** Whatever it is; false if the message ends in it. */
    private boolean skip(JsonToken value) throws IOException {
        int depth = 0;
        JsonToken token = value;
        while (token != JsonToken.NOT_AVAILABLE && token != null) {
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (depth == 0) {
                return true;
            }
            token = parser.nextToken();
        }
        return false;
    }

    private boolean readChoices(JsonToken value) throws IOException {
        if (value != JsonToken.START_ARRAY) {
            return skip(value);
        }
        JsonToken token = parser.nextToken();
        if (token == JsonToken.END_ARRAY) {
            return true;
        }
        return token == JsonToken.START_OBJECT && readChoice() && parser.nextToken() == JsonToken.END_ARRAY;
    }

    private boolean readChoice() throws IOException {
        fields.hasChoice = true;
        JsonToken token = parser.nextToken();
        while (token == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken value = parser.nextToken();
            boolean usual = switch (name) {
                case "index" -> first(INDEX) && readIndex(value);
                case "finish_reason" -> first(FINISH_REASON) && readFinishReason(value);
                case "text" -> readText(Place.TEXT, value);
                case "reasoning_content" -> readText(Place.REASONING_CONTENT, value);
                case "reasoning" -> readText(Place.REASONING, value);
                case "delta" -> first(DELTA) && readDelta(value);
                case "usage",
                        "error",
                        AnswerWords.STOP_REASON,
                        AnswerWords.NATIVE_FINISH_REASON,
                        AnswerWords.FINISH_DETAILS -> value == JsonToken.VALUE_NULL;
                default -> classifier.isReasoning(name) ? readText(Place.REASONING, value) : skipUnknown(name, value);
            };
            if (!usual) {
                return false;
            }
            token = parser.nextToken();
        }
        return token == JsonToken.END_OBJECT;
    }

    private boolean readIndex(JsonToken value) throws IOException {
        if (value != JsonToken.VALUE_NUMBER_INT || parser.getNumberType() != JsonParser.NumberType.INT) {
            return false;
        }
        fields.choice = parser.getIntValue();
        return true;
    }

    private boolean readFinishReason(JsonToken value) throws IOException {
        if (value == JsonToken.VALUE_STRING && DeltaClassifier.isFinish(parser.getText())) {
            fields.finishReason = parser.getText();
            return true;
        }
        fields.goesOn = true;
        return value == JsonToken.VALUE_NULL || value == JsonToken.VALUE_STRING;
    }

    private boolean skipUnknown(String name, JsonToken value) throws IOException {
        boolean isKnown = AnswerWords.isMetadata(name) && !name.equals(AnswerWords.PROVIDER_FIELDS);
        fields.hasUnknown |= (value == JsonToken.VALUE_STRING || value.isStructStart()) && !isKnown;
        return skip(value);
    }

    private boolean readDelta(JsonToken value) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            return value == JsonToken.VALUE_NULL;
        }
        JsonToken token = parser.nextToken();
        while (token == JsonToken.FIELD_NAME) {
            if (!readOfDelta(parser.currentName(), parser.nextToken())) {
                return false;
            }
            token = parser.nextToken();
        }
        return token == JsonToken.END_OBJECT;
    }

    private boolean readOfDelta(String name, JsonToken value) throws IOException {
        return switch (name) {
            case "content" -> readText(Place.CONTENT, value);
            case "reasoning_content" -> readText(Place.REASONING_CONTENT, value);
            case "reasoning" -> readText(Place.REASONING, value);
            case "refusal" -> readText(Place.REFUSAL, value);
            case "role" -> {
                fields.hasRole = value == JsonToken.VALUE_STRING;
                yield first(ROLE) && skip(value);
            }
            case "tool_calls" -> first(TOOL_CALLS) && readCalls(value);
            case "function_call" -> first(FUNCTION_CALL) && readCalls(value);
            case "error", AnswerWords.STOP_REASON -> value == JsonToken.VALUE_NULL;
            default -> classifier.isReasoning(name) ? readText(Place.REASONING, value) : skipUnknown(name, value);
        };
    }

    /** Looks for a text of a call. */
    private boolean readCalls(JsonToken value) throws IOException {
        if (!value.isStructStart()) {
            return value == JsonToken.VALUE_NULL;
        }
        int depth = 1;
        while (depth > 0) {
            JsonToken token = parser.nextToken();
            if (token == JsonToken.NOT_AVAILABLE || token == null) {
                return false;
            }
            depth += token.isStructStart() ? 1 : token.isStructEnd() ? -1 : 0;
            if (token == JsonToken.VALUE_STRING && parser.getTextLength() > 0) {
                String name = parser.currentName();
                fields.hasTool |= name == null || DeltaClassifier.isOfCall(name);
            }
        }
        return true;
    }

    private boolean readText(Place place, JsonToken value) throws IOException {
        if (!first(FIRST_PLACE << place.slot())) {
            return false;
        }
        if (value != JsonToken.VALUE_STRING) {
            return value == JsonToken.VALUE_NULL;
        }
        if (parser.getTextLength() == 0 || isInvisible()) {
            return true;
        }
        if (place.isReasoning() && repeatsReasoning()) {
            fields.repeatedOutput();
        } else {
            int length = parser.getTextLength();
            int bytes = DeltaClassifier.utf8Bytes(parser.getTextCharacters(), parser.getTextOffset(), length);
            fields.output(place, length, bytes, parser.currentLocation().getByteOffset());
            if (fields.keepsText()) {
                fields.text(place, parser.getText());
            }
        }
        return true;
    }

    /** Whether reasoning that was found under another name has the same text, by its hash and length. */
    private boolean repeatsReasoning() throws IOException {
        char[] text = parser.getTextCharacters();
        int from = parser.getTextOffset();
        int hash = parser.getTextLength();
        for (int i = from; i < from + parser.getTextLength(); i++) {
            hash = 31 * hash + text[i];
        }
        boolean isSame = fields.hasReasoning && fields.reasoningHash == hash;
        fields.reasoningHash = hash;
        return isSame;
    }

    private boolean isInvisible() throws IOException {
        return parser.getTextLength() <= AnswerWords.MAX_INVISIBLE && AnswerWords.isInvisible(parser.getText());
    }

    private boolean readUsage(JsonToken value) throws IOException {
        if (value != JsonToken.START_OBJECT) {
            return skip(value);
        }
        int prompt = ABSENT;
        int output = ABSENT;
        int total = ABSENT;
        JsonToken token = parser.nextToken();
        while (token == JsonToken.FIELD_NAME) {
            String name = parser.currentName();
            JsonToken count = parser.nextToken();
            boolean usual = switch (name) {
                case "prompt_tokens" -> first(PROMPT_TOKENS) && isCount(count);
                case "completion_tokens" -> first(COMPLETION_TOKENS) && isCount(count);
                case "total_tokens" -> first(TOTAL_TOKENS) && isCount(count);
                default -> count == JsonToken.VALUE_NULL;
            };
            if (!usual) {
                return false;
            }
            prompt = name.equals("prompt_tokens") ? parser.getIntValue() : prompt;
            output = name.equals("completion_tokens") ? parser.getIntValue() : output;
            total = name.equals("total_tokens") ? parser.getIntValue() : total;
            token = parser.nextToken();
        }
        OptionalInt none = OptionalInt.empty();
        fields.usage = new TokenUsage(optional(prompt), none, none, optional(output), optional(total), "");
        return token == JsonToken.END_OBJECT && output != ABSENT;
    }

    private boolean isCount(JsonToken value) throws IOException {
        return value == JsonToken.VALUE_NUMBER_INT
                && parser.getNumberType() == JsonParser.NumberType.INT
                && parser.getIntValue() >= 0;
    }

    private static OptionalInt optional(int count) {
        return count == ABSENT ? OptionalInt.empty() : OptionalInt.of(count);
    }
}
