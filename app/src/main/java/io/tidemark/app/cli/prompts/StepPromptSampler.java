package io.tidemark.app.cli.prompts;

import io.tidemark.producer.workload.Conversation;
import io.tidemark.producer.workload.PlannedPrompt;
import io.tidemark.producer.workload.Workload;
import java.util.ArrayList;
import java.util.List;

/**
 * Draws a step's prompts as they would be sent. Answers are stood in for by words of the longest length that is asked for, as
 * there are no answers yet.
 */
final class StepPromptSampler {
    private StepPromptSampler() {}

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
}
