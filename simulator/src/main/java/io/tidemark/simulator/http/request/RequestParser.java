package io.tidemark.simulator.http.request;

import com.fasterxml.jackson.databind.JsonNode;
import io.tidemark.simulator.text.ChatTemplate;
import io.tidemark.simulator.text.ChatTemplate.Message;
import io.tidemark.simulator.text.TokenizedPrompt;
import io.tidemark.simulator.text.Tokenizer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Reads request bodies. Unknown fields are ignored, as vLLM ignores them. */
public final class RequestParser {
    private static final int COMPLETION_MAX_TOKENS = 16;

    private final JsonBodyReader bodies = new JsonBodyReader();
    private final Tokenizer tokenizer;
    private final PromptParser prompts;
    private final ChatTemplate template;

    public RequestParser(Tokenizer tokenizer) {
        this.tokenizer = tokenizer;
        this.prompts = new PromptParser(tokenizer);
        this.template = new ChatTemplate(tokenizer);
    }

    public ApiRequest chat(byte[] body) {
        RequestFields fields = new RequestFields(bodies.object(body));
        int maxTokens = fields.positiveOr("max_completion_tokens", fields.positiveOr("max_tokens", 0));
        return request(fields, List.of(chatPrompt(fields)), maxTokens, SamplingParser.chatLogprobs(fields));
    }

    public ApiRequest completion(byte[] body) {
        RequestFields fields = new RequestFields(bodies.object(body));
        JsonNode prompt = fields.node().path("prompt");
        if (!fields.given("prompt") || (prompt.isTextual() && prompt.asText().isEmpty())) {
            throw ApiException.validation("Either prompt or prompt_embeds must be provided and non-empty.", "");
        }
        int maxTokens = fields.positiveOr("max_tokens", COMPLETION_MAX_TOKENS);
        if (fields.given("suffix")) {
            throw ApiException.badRequest("suffix is not currently supported", "");
        }
        return request(fields, prompts.of(prompt), maxTokens, SamplingParser.completionLogprobs(fields));
    }

    /** For /tokenize: the prompt of either kind, and whom it is for. */
    public TokenizedPrompt prompt(byte[] body, Consumer<String> model) {
        RequestFields fields = new RequestFields(bodies.object(body));
        model.accept(fields.textOr("model", ""));
        if (fields.node().has("messages")) {
            return chatPrompt(fields);
        }
        if (!fields.node().has("prompt")) {
            throw ApiException.missing("body.prompt");
        }
        return TokenizedPrompt.of(tokenizer.ids(fields.textOr("prompt", "")));
    }

    /** For /detokenize: the ids, and whom they are for. */
    public int[] tokens(byte[] body, Consumer<String> model) {
        RequestFields fields = new RequestFields(bodies.object(body));
        model.accept(fields.textOr("model", ""));
        return PromptParser.ids("tokens", fields.list("tokens"));
    }

    private static ApiRequest request(
            RequestFields fields, List<TokenizedPrompt> prompts, int maxTokens, int logprobs) {
        LengthLimits limits = new LengthLimits(
                maxTokens, fields.notNegativeOr("min_tokens", 0), fields.booleanOr("ignore_eos", false));
        if (maxTokens > 0 && limits.minTokens() > maxTokens) {
            throw ApiException.badRequest(
                    "min_tokens must be less than or equal to max_tokens=" + maxTokens + ", got " + limits.minTokens()
                            + ".",
                    "");
        }
        SamplingParams sampling = SamplingParser.sampling(fields, logprobs);
        return new ApiRequest(fields.textOr("model", ""), prompts, limits, SamplingParser.streaming(fields), sampling);
    }

    private TokenizedPrompt chatPrompt(RequestFields fields) {
        List<JsonNode> messages = fields.list("messages");
        List<Message> conversation = new ArrayList<>();
        for (int i = 0; i < messages.size(); i++) {
            JsonNode message = messages.get(i);
            if (!message.isObject()) {
                throw ApiException.invalid("body.messages." + i, "dictionary");
            }
            if (!message.has("role")) {
                throw ApiException.missing("body.messages." + i + ".role");
            }
            conversation.add(new Message(message.path("role").asText("user"), content(message)));
        }
        return TokenizedPrompt.of(template.ids(conversation));
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
