package io.tidemark.app.cli.measure;

import com.fasterxml.jackson.annotation.JsonProperty;
import com.fasterxml.jackson.annotation.JsonPropertyOrder;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.producer.workload.Workload;
import io.tidemark.schemas.StepNumber;
import java.util.ArrayList;
import java.util.List;

/**
 * A prompt that would be sent.
 *
 * @param conversation in its step, from 0
 * @param turn from 0
 * @param turns of its conversation
 */
record DrawnPrompt(int conversation, int turn, int turns, PlannedPrompt prompt) {
    int promptTokens() {
        return prompt.plannedPromptTokens().orElse(0);
    }

    /**
     * Draws a step's prompts as they would be sent. Answers are stood in for by words of the longest length that is asked for, as
     * there are no answers yet.
     */
    static List<DrawnPrompt> of(Workload workload, int conversations) {
        List<DrawnPrompt> prompts = new ArrayList<>();
        for (int i = 0; i < conversations; i++) {
            turns(workload.next(), i, prompts);
        }
        return prompts;
    }

    private static void turns(Conversation conversation, int number, List<DrawnPrompt> prompts) {
        List<String> answers = new ArrayList<>();
        for (int turn = 0; turn < conversation.turns(); turn++) {
            PlannedPrompt prompt = conversation.prompt(answers);
            prompts.add(new DrawnPrompt(number, turn, conversation.turns(), prompt));
            answers.add("word ".repeat(prompt.outputTokens()).strip());
        }
    }

    /** A prompt as a line of a file that {@code format: jsonl} reads again: its class becomes the category. */
    @JsonPropertyOrder({"step", "conversation", "turn", "category", "prompt_tokens", "output_tokens", "messages"})
    record SavedPrompt(
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
        String line() {
            try {
                return JSON.writeValueAsString(this);
            } catch (JsonProcessingException e) {
                throw new IllegalStateException("texts and numbers are always JSON", e);
            }
        }
    }
}
