package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.events.Outcome;
import java.io.IOException;

/** An answer that is not streamed: one JSON object. */
final class UnstreamedResponse {
    private static final JsonMapper JSON = new JsonMapper();

    private UnstreamedResponse() {}

    /** What it was; its finish reason, usage and text go into the tally. */
    static RequestOutcome read(byte[] body, ResponseAccumulator tally) {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (IOException e) {
            return RequestOutcome.client(
                    Outcome.MALFORMED, "malformed", "the answer is not JSON (" + body.length + " bytes)");
        }
        if (ErrorBodyParser.isError(json)) {
            return new RequestOutcome(Outcome.STREAM_ERROR, ErrorBodyParser.parse(json));
        }
        if (!json.path("choices").isArray()) {
            return RequestOutcome.client(Outcome.MALFORMED, "malformed", "the answer has no choices");
        }
        boolean hasOutput = false;
        for (JsonNode choice : json.path("choices")) {
            hasOutput |= choice(choice, tally);
        }
        if (json.path("usage").isObject()) {
            tally.usage(TokenUsage.of(json.path("usage")));
        }
        return hasOutput
                ? new RequestOutcome(Outcome.OK, RequestFailure.NONE)
                : RequestOutcome.client(Outcome.EMPTY, "empty", "the answer is without any output");
    }

    private static boolean choice(JsonNode choice, ResponseAccumulator tally) {
        JsonNode message = choice.path("message");
        String text = text(message, "reasoning_content")
                + text(message, "reasoning")
                + text(message, "content")
                + text(message, "refusal")
                + text(choice, "text");
        tally.unstreamedChoice(text, text(choice, "finish_reason"));
        return !text.isEmpty()
                || !message.path("tool_calls").isEmpty()
                || message.path("function_call").isObject();
    }

    private static String text(JsonNode node, String field) {
        return node.path(field).isTextual() ? node.path(field).textValue() : "";
    }
}
