package io.tidemark.simulator.http;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.text.ChatTemplate;
import io.tidemark.simulator.text.ChatTemplate.Message;
import io.tidemark.simulator.text.Prompt;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads request bodies. Unknown fields are ignored, as vLLM ignores them. */
final class RequestParser {
    private static final int COMPLETION_MAX_TOKENS = 16;

    private final BodyReader bodies = new BodyReader();
    private final Tokenizer tokenizer;
    private final Prompts prompts;
    private final ChatTemplate template;

    RequestParser(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        this.prompts = new Prompts(tokenizer);
        this.template = new ChatTemplate(tokenizer);
    }

    ApiRequest chat(byte[] body) {
        Fields fields = new Fields(bodies.object(body));
        int maxTokens = fields.positiveOr("max_completion_tokens", fields.positiveOr("max_tokens", 0));
        return request(fields, List.of(chatPrompt(fields)), maxTokens, SamplingParser.chatLogprobs(fields));
    }

    ApiRequest completion(byte[] body) {
        Fields fields = new Fields(bodies.object(body));
        JsonNode prompt = fields.node().path("prompt");
        if (!fields.given("prompt") || (prompt.isTextual() && prompt.asText().isEmpty())) {
            throw Invalid.value("Either prompt or prompt_embeds must be provided and non-empty.", "");
        }
        int maxTokens = fields.positiveOr("max_tokens", COMPLETION_MAX_TOKENS);
        if (fields.given("suffix")) {
            throw ApiException.badRequest("suffix is not currently supported", "");
        }
        return request(fields, prompts.of(prompt), maxTokens, SamplingParser.completionLogprobs(fields));
    }

    /** For /tokenize: the prompt of either kind, and whom it is for. */
    Prompt prompt(byte[] body, Consumer<String> model) {
        Fields fields = new Fields(bodies.object(body));
        model.accept(fields.textOr("model", ""));
        if (fields.node().has("messages")) {
            return chatPrompt(fields);
        }
        if (!fields.node().has("prompt")) {
            throw Invalid.missing("prompt", fields.node());
        }
        return Prompt.of(tokenizer.ids(fields.textOr("prompt", "")));
    }

    /** For /detokenize: the ids, and whom they are for. */
    int[] tokens(byte[] body, Consumer<String> model) {
        Fields fields = new Fields(bodies.object(body));
        model.accept(fields.textOr("model", ""));
        return Prompts.ids("tokens", fields.list("tokens"));
    }

    private static ApiRequest request(Fields fields, List<Prompt> prompts, int maxTokens, int logprobs) {
        Limits limits =
                new Limits(maxTokens, fields.notNegativeOr("min_tokens", 0), fields.booleanOr("ignore_eos", false));
        if (maxTokens > 0 && limits.minTokens() > maxTokens) {
            throw ApiException.badRequest(
                    "min_tokens must be less than or equal to max_tokens=" + maxTokens + ", got " + limits.minTokens()
                            + ".",
                    "");
        }
        Sampling sampling = SamplingParser.sampling(fields, logprobs);
        return new ApiRequest(fields.textOr("model", ""), prompts, limits, SamplingParser.streaming(fields), sampling);
    }

    private Prompt chatPrompt(Fields fields) {
        List<JsonNode> messages = fields.list("messages");
        List<Message> conversation = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            if (!message.isObject()) {
                throw Invalid.of(new Invalid.Finding(
                        "dict_type",
                        List.of("messages", i),
                        "Input should be a valid dictionary",
                        PythonText.of(message)));
            }
            if (!message.has("role")) {
                throw Invalid.of(new Invalid.Finding(
                        "missing", List.of("messages", i, "role"), "Field required", PythonText.of(message)));
            }
            conversation.add(new Message(message.path("role").asText("user"), content(message)));
        }
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
}
