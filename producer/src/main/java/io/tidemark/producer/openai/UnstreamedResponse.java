package io.tidemark.producer.openai;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.tidemark.events.Outcome;
import java.io.IOException;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;

/** An answer that is not streamed: one JSON object. */
final class UnstreamedResponse {
    private static final ObjectReader JSON =
            new JsonMapper().reader().with(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private UnstreamedResponse() {}

    /** What it was; its finish reason, usage and text go into the tally. */
    static RequestOutcome read(byte[] body, ResponseAccumulator tally, DeltaClassifier classifier) {
        JsonNode json;
        try {
            json = JSON.readTree(body);
        } catch (IOException e) {
            return RequestOutcome.client(
                    Outcome.MALFORMED, "malformed", "the answer is not JSON (" + body.length + " bytes)");
        }
        JsonNode choices = json.path("choices");
        Optional<JsonNode> error = ErrorBodyParser.error(json, choices);
        if (error.isPresent()) {
            return new RequestOutcome(Outcome.STREAM_ERROR, ErrorBodyParser.failure(error.get()));
        }
        if (!choices.isArray()) {
            return RequestOutcome.client(Outcome.MALFORMED, "malformed", "the answer has no choices");
        }
        boolean hasOutput = false;
        Set<String> unread = new TreeSet<>();
        int position = 0;
        for (JsonNode choice : choices) {
            JsonNode message = choice.path("message");
            DeltaClassifier.OutputText text = classifier.text(message, choice);
            Optional<String> finish = DeltaClassifier.finishReason(json, choice);
            boolean goesOn = finish.isEmpty() && choice.has("finish_reason");
            tally.unstreamedChoice(position, text.all(), finish, goesOn);
            Optional<TokenUsage> counted = TokenUsage.ofChoice(choice);
            if (counted.isPresent()) {
                tally.usage(position, counted.get());
            }
            hasOutput |=
                    text.kind().isPresent() || DeltaClassifier.tool(message).isPresent();
            unread.addAll(DeltaClassifier.unread(message, "message.", Set.of()).keySet());
            position++;
        }
        TokenUsage.in(json, MissingNode.getInstance()).ifPresent(counted -> tally.usage(0, counted));
        return hasOutput
                ? new RequestOutcome(Outcome.OK, RequestFailure.NONE)
                : RequestOutcome.client(
                        Outcome.EMPTY, "empty", "the answer is without any output" + tally.unreadWords(unread));
    }
}
