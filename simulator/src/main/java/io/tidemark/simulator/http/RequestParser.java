package io.tidemark.simulator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.text.ChatTemplate;
import io.tidemark.simulator.text.ChatTemplate.Message;
import io.tidemark.simulator.text.Prompt;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/** Reads request bodies. Unknown fields are ignored, as vLLM ignores them. */
final class RequestParser {
    private static final int COMPLETION_MAX_TOKENS = 16;

    private final BodyReader bodies = new BodyReader();
    private final Tokenizer tokenizer;
    private final ChatTemplate template;

    RequestParser(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        this.template = new ChatTemplate(tokenizer);
    }

    ApiRequest chat(byte[] body) {
        Fields fields = new Fields(bodies.object(body));
        int maxTokens = fields.positiveOr("max_completion_tokens", fields.positiveOr("max_tokens", 0));
        return request(fields, List.of(chatPrompt(fields.node())), maxTokens, SamplingParser.chatLogprobs(fields));
    }

    ApiRequest completion(byte[] body) {
        Fields fields = new Fields(bodies.object(body));
        int maxTokens = fields.positiveOr("max_tokens", COMPLETION_MAX_TOKENS);
        return request(fields, textPrompts(fields.node()), maxTokens, SamplingParser.completionLogprobs(fields));
    }

    /** For /tokenize: the prompt of either kind. */
    Prompt prompt(byte[] body) {
        JsonNode node = bodies.object(body);
        return node.has("messages") ? chatPrompt(node) : textPrompts(node).get(0);
    }

    /** For /detokenize: the ids. */
    int[] tokens(byte[] body) {
        JsonNode tokens = bodies.object(body).path("tokens");
        if (!tokens.isArray()) {
            throw Fields.missing("tokens");
        }
        return ids(tokens);
    }

    private static ApiRequest request(Fields fields, List<Prompt> prompts, int maxTokens, int logprobs) {
        Limits limits = new Limits(
                maxTokens,
                fields.notNegativeOr("min_tokens", 0),
                fields.node().path("ignore_eos").asBoolean(false));
        if (maxTokens > 0 && limits.minTokens() > maxTokens) {
            throw ApiException.badRequest(
                    "min_tokens must be less than or equal to max_tokens=" + maxTokens + ", got " + limits.minTokens()
                            + ".",
                    "");
        }
        Sampling sampling = SamplingParser.sampling(fields, logprobs);
        return new ApiRequest(
                fields.node().path("model").asText(""), prompts, limits, SamplingParser.streaming(fields), sampling);
    }

    private Prompt chatPrompt(JsonNode node) {
        JsonNode messages = node.path("messages");
        if (!messages.isArray() || messages.isEmpty()) {
            throw Fields.missing("messages");
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

    /** A text, ids, or a list of either. */
    private List<Prompt> textPrompts(JsonNode node) {
        JsonNode prompt = node.path("prompt");
        if (prompt.isTextual()) {
            return List.of(Prompt.of(tokenizer.ids(prompt.asText())));
        }
        if (!prompt.isArray() || prompt.isEmpty()) {
            throw Fields.missing("prompt");
        }
        if (prompt.get(0).isIntegralNumber()) {
            return List.of(Prompt.of(ids(prompt)));
        }
        List<Prompt> prompts = new ArrayList<>();
        prompt.forEach(it -> prompts.add(Prompt.of(it.isArray() ? ids(it) : tokenizer.ids(it.asText()))));
        return prompts;
    }

    private static int[] ids(JsonNode array) {
        return IntStream.range(0, array.size()).map(i -> array.get(i).asInt()).toArray();
    }
}
