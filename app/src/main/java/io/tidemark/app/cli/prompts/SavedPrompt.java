package io.tidemark.app.cli.prompts;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.schemas.StepNumber;
import java.util.List;

/** A prompt as a line of a file that {@code format: jsonl} reads again: its class becomes the category. */
@JsonPropertyOrder({"step", "conversation", "turn", "category", "prompt_tokens", "output_tokens", "messages"})
public record SavedPrompt(
        int step,
        int conversation,
        int turn,
        String category,
        @JsonProperty("prompt_tokens") int promptTokens,
        @JsonProperty("output_tokens") int outputTokens,
        List<ChatMessage> messages) {
    private static final JsonMapper JSON = new JsonMapper();

    static SavedPrompt of(int step, DrawnPrompt asked) {
        return new SavedPrompt(
                StepNumber.of(step),
                asked.conversation(),
                asked.turn(),
                asked.prompt().requestClass(),
                asked.promptTokens(),
                asked.prompt().outputTokens(),
                asked.prompt().messages());
    }

    /** One line of JSON. */
    public String line() {
        try {
            return JSON.writeValueAsString(this);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("texts and numbers are always JSON", e);
        }
    }
}
