package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/**
 * The error bodies that servers send: {@code {"error":{...}}}, {@code {"error":"text"}}, vLLM's older flat
 * {@code {"object":"error",...}}, FastAPI's {@code {"detail":...}}, TGI's {@code error_type}, and pages that are no JSON. What they
 * say is not masked yet: {@link Redaction} does that, which knows the request.
 */
public final class ErrorBodyParser {
    /** More than is kept in the end, so that a secret in it is found whole. */
    private static final int MAX_CHARACTERS = 1000;

    private static final int MAX_TEXT_CHARACTERS = 16 * ErrorText.MAX_BYTES;

    private static final JsonMapper JSON = new JsonMapper();

    private static final Pattern TEXT = Pattern.compile("(?i)message|msg");

    private static final Pattern STATUS = Pattern.compile("[45]\\d\\d");

    private static final int LEAST_ERROR_STATUS = 400;
    private static final int MOST_ERROR_STATUS = 599;

    private ErrorBodyParser() {}

    /** The object that reports an error: a message's or an answer's own, or that of a choice in it. */
    static Optional<JsonNode> error(JsonNode json, JsonNode choices) {
        if (json.isArray()) {
            return objects(json).filter(it -> isError(it) || isFlatError(it)).findFirst();
        }
        boolean isChunk = !choices.isEmpty() || json.path("usage").isObject();
        if (isError(json) || (isChunk ? isErrorOfChunk(json) : isFlatError(json))) {
            return Optional.of(json);
        }
        if (!isChunk) {
            return objects(json).filter(ErrorBodyParser::isFlatError).findFirst();
        }
        Stream<JsonNode> beside =
                AnswerWords.BESIDE_CHOICES.stream().<JsonNode>map(json::path).filter(ErrorBodyParser::isFlatError);
        Stream<JsonNode> inside = objects(choices)
                .flatMap(choice -> Stream.of(choice, choice.path("delta"), choice.path("message")))
                .filter(part -> isError(part) || !errorFields(part).isEmpty());
        return Stream.concat(beside, inside).findFirst();
    }

    private static Stream<JsonNode> objects(JsonNode within) {
        return StreamSupport.stream(within.spliterator(), false).filter(JsonNode::isObject);
    }

    /** Whether it says so by itself, whatever else it holds. */
    private static boolean isError(JsonNode json) {
        return isFailure(json.path("error"))
                || "error".equals(json.path("object").textValue());
    }

    private static boolean isSet(JsonNode value) {
        if (value.isContainerNode()) {
            return !value.isEmpty();
        }
        return value.isTextual() ? !value.textValue().isBlank() : value.asDouble(0) != 0 || value.asBoolean(false);
    }

    /** Whether the value of a field for an error is none of success; an object or a list is if a value in it is. */
    private static boolean isFailure(JsonNode value) {
        return value.isContainerNode()
                ? StreamSupport.stream(value.spliterator(), false).anyMatch(ErrorBodyParser::isFailure)
                : isSet(value) && !AnswerWords.isSuccess(value.asText());
    }

    /** Of an object without choices and usage, which is no chunk. */
    private static boolean isFlatError(JsonNode json) {
        boolean hasText = AnswerWords.ERROR_TEXTS.stream().anyMatch(name -> isSet(json.path(name)));
        return isErrorOfChunk(json)
                || (hasText && AnswerWords.ERROR_KINDS.stream().anyMatch(name -> isKindOfError(json.path(name))));
    }

    /** Whether an object with choices or usage reports that the answer failed. */
    private static boolean isErrorOfChunk(JsonNode json) {
        boolean failed = AnswerWords.SUCCESS.stream()
                .map(json::path)
                .anyMatch(success -> success.isBoolean() && !success.booleanValue());
        boolean isStatus = AnswerWords.ERROR_KINDS.stream()
                .<JsonNode>map(json::path)
                .anyMatch(kind -> isErrorStatus(kind) || AnswerWords.tellsError(kind.asText()));
        return failed
                || isStatus
                || isSet(json.path(AnswerWords.DETAIL))
                || !errorFields(json).isEmpty();
    }

    private static boolean isErrorStatus(JsonNode kind) {
        boolean isNumber = kind.isIntegralNumber()
                || (kind.isTextual() && STATUS.matcher(kind.textValue()).matches());
        return isNumber && kind.asLong() >= LEAST_ERROR_STATUS && kind.asLong() <= MOST_ERROR_STATUS;
    }

    /** Whether an object without choices, usage and error is no part of the answer by its kind, or holds only what is known. */
    static boolean isOfNoAnswer(JsonNode json) {
        List<JsonNode> kinds = AnswerWords.ERROR_KINDS.stream()
                .<JsonNode>map(json::path)
                .filter(ErrorBodyParser::isSet)
                .toList();
        boolean isEnd = json.properties().stream()
                .anyMatch(field -> AnswerWords.isComplete(field.getKey())
                        && field.getValue().asBoolean());
        boolean isKnown = kinds.isEmpty()
                ? json.properties().stream().allMatch(ErrorBodyParser::isBesideOutput)
                : kinds.stream().anyMatch(kind -> AnswerWords.isOfNoAnswer(kind.asText()));
        return isEnd || isKnown;
    }

    private static boolean isBesideOutput(Map.Entry<String, JsonNode> field) {
        return AnswerWords.isBesideOutput(field.getKey())
                || AnswerWords.OF_CHUNK.contains(field.getKey())
                || field.getValue().isNull();
    }

    /** A message about a request that waits has a kind, too. */
    private static boolean isKindOfError(JsonNode kind) {
        return isSet(kind) && !AnswerWords.isHarmless(kind.asText());
    }

    /** What an object says that {@link #error} found. */
    static RequestFailure failure(JsonNode json) {
        RequestFailure parsed = parse(json);
        String text = text(json);
        return new RequestFailure(
                parsed.type(), parsed.code(), text.isEmpty() ? "the server sent an error without a text" : text);
    }

    /** Empty if it has none. */
    static String text(JsonNode json) {
        String parsed = parse(json).text();
        if (!parsed.isEmpty()) {
            return parsed;
        }
        return Stream.concat(
                        AnswerWords.ERROR_TEXTS.stream()
                                .<JsonNode>map(json::path)
                                .filter(ErrorBodyParser::isSet),
                        errorFields(json).stream())
                .findFirst()
                .map(field -> bounded(description(field)))
                .orElse("");
    }

    /** The values of fields whose names stand for an error, texts first. */
    private static List<JsonNode> errorFields(JsonNode json) {
        return json.properties().stream()
                .filter(field -> AnswerWords.tellsError(field.getKey())
                        && isFailure(field.getValue())
                        && isKindOfError(field.getValue()))
                .sorted(Comparator.comparing(
                        field -> !TEXT.matcher(field.getKey()).find()))
                .map(Map.Entry::getValue)
                .toList();
    }

    static RequestFailure parse(JsonNode json) {
        JsonNode error = json.path("error").isObject() ? json.path("error") : json;
        String text = first(
                error.path("message"),
                json.path("error"),
                json.path("detail"),
                json.path("message"),
                json.path("errors"),
                json.path("title"));
        String type = first(error.path("type"), json.path("error_type"));
        String key = error.path("param").asText("");
        boolean unnamed = !key.isEmpty() && !"null".equals(key) && !text.contains(key);
        return new RequestFailure(
                cut(type), cut(first(error.path("code"))), bounded(unnamed ? text + " (param '" + key + "')" : text));
    }

    /** Of a body that should be an answer; empty if it reports no error. */
    static Optional<RequestFailure> failure(byte[] body) {
        try {
            JsonNode json = JSON.readTree(body);
            return error(json, json.path("choices")).map(ErrorBodyParser::failure);
        } catch (IOException e) {
            // What is no JSON is no such body either.
            return Optional.empty();
        }
    }

    /** Of an answer's body, whatever it is. */
    public static RequestFailure parse(byte[] body) {
        try {
            JsonNode json = JSON.readTree(body);
            if (json != null && (json.isObject() || json.isArray())) {
                JsonNode object = json.isArray() ? json.path(0) : json;
                RequestFailure parsed = parse(object);
                String text = json.isObject() ? wordsOf(object) : parsed.text();
                if (!text.isEmpty() || json.isObject()) {
                    return new RequestFailure(parsed.type(), parsed.code(), text);
                }
            }
        } catch (IOException e) {
            return new RequestFailure("", "", page(body));
        }
        return new RequestFailure("", "", page(body));
    }

    /** Of an object in a shape that is not known, its message by any name, else all that it says. What holds choices may hold an answer. */
    private static String wordsOf(JsonNode json) {
        String text = text(json);
        if (!text.isEmpty() || json.has("choices")) {
            return text;
        }
        return bounded(json.properties().stream()
                .filter(field -> TEXT.matcher(field.getKey()).find() && isSet(field.getValue()))
                .map(field -> description(field.getValue()))
                .findFirst()
                .orElseGet(() -> description(json)));
    }

    /** A gateway's page: its text may hold anything. */
    private static String page(byte[] body) {
        return bounded(new String(body, StandardCharsets.UTF_8).strip());
    }

    private static String first(JsonNode... candidates) {
        for (JsonNode candidate : candidates) {
            if (!candidate.isMissingNode() && !candidate.isNull()) {
                return description(candidate);
            }
        }
        return "";
    }

    /** Without the JSON around it: pydantic's list of errors becomes {@code body.n: Extra inputs are not permitted}, without its inputs. */
    private static String description(JsonNode node) {
        if (node.isArray()) {
            return StreamSupport.stream(node.spliterator(), false)
                    .map(ErrorBodyParser::description)
                    .collect(Collectors.joining("; "));
        }
        if (!node.isObject()) {
            return node.asText();
        }
        String text = first(node.path("msg"), node.path("message"), node.path("detail"), node.path("error"));
        String place = StreamSupport.stream(node.path("loc").spliterator(), false)
                .map(JsonNode::asText)
                .collect(Collectors.joining("."));
        if (text.isEmpty()) {
            return node.properties().stream()
                    .map(field -> field.getKey() + ": " + description(field.getValue()))
                    .collect(Collectors.joining("; "));
        }
        return place.isEmpty() ? text : place + ": " + text;
    }

    private static String bounded(String text) {
        return text.length() > MAX_TEXT_CHARACTERS ? text.substring(0, MAX_TEXT_CHARACTERS) : text;
    }

    private static String cut(String text) {
        return text.length() > MAX_CHARACTERS ? text.substring(0, MAX_CHARACTERS) : text;
    }
}
