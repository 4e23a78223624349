package io.tidemark.producer.openai;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.events.ApiKind;
import io.tidemark.producer.plan.RequestPlan;
import io.tidemark.producer.plan.RequestPlan.ExactKey;
import io.tidemark.producer.plan.RequestPlan.LimitKey;
import java.util.List;
import java.util.stream.Collectors;

/** The JSON bodies of a plan's requests. A stream is asked for with usage, unless the plan leaves {@code stream_options} out. Safe for use by several threads. */
public final class CompletionBody {
    private static final JsonMapper JSON = new JsonMapper();

    private final ApiKind api;
    private final String model;
    private final RequestPlan plan;

    public CompletionBody(ApiKind api, String model, RequestPlan plan) {
        this.api = api;
        this.model = model;
        this.plan = plan;
    }

    /** A stream as every server understands it. */
    public static byte[] of(ApiKind api, String model, Parameters ask) {
        return new CompletionBody(api, model, RequestPlan.DEFAULT).bytes(ask);
    }

    /** UTF-8 JSON. */
    public byte[] bytes(Parameters ask) {
        try {
            ObjectNode body = JSON.createObjectNode().put("model", model);
            prompt(body, ask);
            limit(body, ask);
            body.put("stream", plan.stream());
            if (plan.stream() && plan.streamOptions()) {
                streamOptions(body);
            }
            plan.temperature().ifPresent(value -> body.put("temperature", value));
            if (plan.choices() > 1) {
                body.put("n", plan.choices());
            }
            body.setAll((ObjectNode) JSON.readTree(plan.extraBody()));
            return JSON.writeValueAsBytes(body);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("a tree of texts and numbers is always JSON", e);
        }
    }

    private void prompt(ObjectNode body, Parameters ask) {
        if (api == ApiKind.COMPLETIONS) {
            body.put("prompt", ask.plainText());
            return;
        }
        ArrayNode messages = body.putArray("messages");
        ask.messages()
                .forEach(one -> messages.addObject().put("role", one.role()).put("content", one.content()));
    }

    private void limit(ObjectNode body, Parameters ask) {
        if (plan.limitKey() != LimitKey.MAX_COMPLETION_TOKENS) {
            body.put("max_tokens", ask.outputTokens());
        }
        if (plan.limitKey() != LimitKey.MAX_TOKENS) {
            body.put("max_completion_tokens", ask.outputTokens());
        }
        if (ask.exactOutput() && plan.exactKeys().contains(ExactKey.IGNORE_EOS)) {
            body.put("ignore_eos", true);
        }
        if (ask.exactOutput() && plan.exactKeys().contains(ExactKey.MIN_TOKENS)) {
            body.put("min_tokens", ask.outputTokens());
        }
    }

    private void streamOptions(ObjectNode body) {
        ObjectNode options = body.putObject("stream_options").put("include_usage", true);
        if (plan.continuousUsage()) {
            options.put("continuous_usage_stats", true);
        }
    }

    /**
     * What is asked.
     *
     * @param exactOutput go on after the end-of-sequence token ({@code ignore_eos}, {@code min_tokens}: common extensions)
     */
    public record Parameters(List<ChatMessage> messages, int outputTokens, boolean exactOutput) {
        /** For the completions API, which takes one text. */
        String plainText() {
            return messages.stream().map(ChatMessage::content).collect(Collectors.joining("\n\n"));
        }
    }
}
