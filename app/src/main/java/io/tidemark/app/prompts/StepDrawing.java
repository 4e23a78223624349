package io.tidemark.app.prompts;

import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.Prompt;
import io.tidemark.producer.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws a step's prompts as they would be sent. Answers are stood in for by words of the longest length that is asked for, as
 * nobody has answered.
 */
final class StepDrawing {
    private StepDrawing() {}

    static List<AskedPrompt> of(Workload workload, int conversations) {
        List<AskedPrompt> prompts = new ArrayList<>();
        for (int i = 0; i < conversations; i++) {
            turns(workload.next(), i, prompts);
        }
        return prompts;
    }

    private static void turns(Conversation conversation, int number, List<AskedPrompt> prompts) {
        List<String> answers = new ArrayList<>();
        for (int turn = 0; turn < conversation.turns(); turn++) {
            Prompt prompt = conversation.prompt(answers);
            prompts.add(new AskedPrompt(number, turn, conversation.turns(), prompt));
            answers.add("word ".repeat(prompt.outputTokens()).strip());
        }
    }
}
