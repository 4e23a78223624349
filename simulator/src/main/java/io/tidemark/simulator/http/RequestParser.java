package io.tidemark.simulator.http;

import com.fasterxml.jackson.core.JacksonException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.simulator.text.ChatTemplate;
import io.tidemark.simulator.text.ChatTemplate.Message;
import io.tidemark.simulator.text.Prompt;
import io.tidemark.simulator.text.Tokenizer;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads request bodies. Unknown fields are ignored, as vLLM ignores them. */
final class RequestParser {
    private static final int COMPLETION_MAX_TOKENS = 16;

    private final ObjectMapper json = new ObjectMapper();
    private final Tokenizer tokenizer;
    private final ChatTemplate template;

    RequestParser(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        this.template = new ChatTemplate(tokenizer);
    }

    ApiRequest chat(byte[] body) {
        JsonNode node = object(body);
        int maxTokens = positiveOr(node, "max_completion_tokens", positiveOr(node, "max_tokens", 0));
        return request(node, chatPrompt(node), maxTokens);
    }

    ApiRequest completion(byte[] body) {
        JsonNode node = object(body);
        return request(node, textPrompt(node), positiveOr(node, "max_tokens", COMPLETION_MAX_TOKENS));
    }

    /** For /tokenize: the prompt of either kind. */
    Prompt prompt(byte[] body) {
        JsonNode node = object(body);
        return node.has("messages") ? chatPrompt(node) : textPrompt(node);
    }

    private ApiRequest request(JsonNode node, Prompt prompt, int maxTokens) {
        if (node.path("n").asInt(1) != 1) {
            throw ApiException.badRequest("This server gives one choice: n must be 1, got " + node.get("n") + ".", "n");
        }
        Limits limits = new Limits(
                maxTokens,
                node.path("min_tokens").asInt(0),
                node.path("ignore_eos").asBoolean(false));
        JsonNode options = node.path("stream_options");
        StreamOptions streaming = new StreamOptions(
                node.path("stream").asBoolean(false),
                options.path("include_usage").asBoolean(false),
                options.path("continuous_usage_stats").asBoolean(false));
        long seed = node.path("seed").asLong(0);
        return new ApiRequest(node.path("model").asText(""), prompt, limits, streaming, seed);
    }

    private ObjectNode object(byte[] body) {
        try {
            if (json.readTree(body) instanceof ObjectNode object) {
                return object;
            }
        } catch (JacksonException e) {
            long offset = Math.max(0, e.getLocation().getByteOffset());
            throw ApiException.invalid(
                    "{'type': 'json_invalid', 'loc': ('body', " + offset
                            + "), 'msg': 'JSON decode error', 'input': {}}",
                    "body");
        } catch (IOException e) {
            throw new UncheckedIOException("reading a body of " + body.length + " bytes from memory", e);
        }
        throw ApiException.invalid(
                "{'type': 'model_attributes_type', 'loc': ('body',), 'msg': 'Input should be a valid dictionary or"
                        + " object to extract fields from'}",
                "body");
    }

    private static int positiveOr(JsonNode node, String field, int otherwise) {
        JsonNode value = node.path(field);
        if (value.isMissingNode() || value.isNull()) {
            return otherwise;
        }
        if (!value.canConvertToInt() || !value.isNumber()) {
            throw ApiException.invalid(
                    "{'type': 'int_type', 'loc': ('body', '" + field + "'), 'msg': 'Input should be a valid integer'}",
                    "body." + field);
        }
        if (value.asInt() < 1) {
            throw ApiException.badRequest(field + " must be at least 1, got " + value.asInt() + ".", field);
        }
        return value.asInt();
    }

    private Prompt chatPrompt(JsonNode node) {
        JsonNode messages = node.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw missing("messages");
        }
        List<Message> conversation = new ArrayList<>();
        messages.forEach(it -> conversation.add(new Message(it.path("role").asText("user"), content(it))));
        return Prompt.of(template.ids(conversation));
    }

    /** Text of a message: a string, or the text parts of a list; other parts (images, audio) cost no tokens here. */
    private static String content(JsonNode message) {
        JsonNode content = message.path("content");
        if (!content.isArray()) {
            return content.isNull() ? "" : content.asText("");
        }
        StringBuilder text = new StringBuilder();
        content.forEach(part -> text.append(part.path("text").asText("")).append(' '));
        return text.toString();
    }

    private Prompt textPrompt(JsonNode node) {
        JsonNode prompt = node.path("prompt");
        if (prompt.isTextual()) {
            return Prompt.of(tokenizer.ids(prompt.asText()));
        }
        if (!prompt.isArray() || prompt.isEmpty()) {
            throw missing("prompt");
        }
        if (prompt.get(0).isIntegralNumber()) {
            return Prompt.of(ids(prompt));
        }
        if (prompt.size() > 1) {
            throw ApiException.badRequest(
                    "This server takes one prompt per request, got " + prompt.size() + ".", "prompt");
        }
        JsonNode only = prompt.get(0);
        return Prompt.of(only.isArray() ? ids(only) : tokenizer.ids(only.asText()));
    }

    private static int[] ids(JsonNode array) {
        return IntStream.range(0, array.size()).map(i -> array.get(i).asInt()).toArray();
    }

    private static ApiException missing(String field) {
        return ApiException.invalid(
                "{'type': 'missing', 'loc': ('body', '" + field + "'), 'msg': 'Field required'}", "body." + field);
    }
}
