package io.tidemark.producer.workload;

import io.tidemark.producer.plan.WorkloadPlan.Prompts;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** The prompts of a file in a seeded order, shuffled anew each time round. */
final class PromptsWorkload implements Workload {
    private final Prompts plan;
    private final List<FilePrompt> prompts;
    private final RandomGenerator random;
    private int next;

    PromptsWorkload(Prompts plan, List<FilePrompt> prompts, RandomGenerator random) {
        this.plan = plan;
        this.prompts = new ArrayList<>(prompts);
        this.random = random;
    }

    @Override
    public Conversation next() {
        if (next == 0) {
            shuffle();
        }
        FilePrompt prompt = prompts.get(next);
        next = (next + 1) % prompts.size();
        int outputTokens = prompt.outputTokens().orElse(plan.outputTokens().draw(random));
        return Conversation.of(
                Prompt.of(prompt.text(), OptionalInt.empty(), outputTokens, plan.exactOutput(), plan.requestClass()));
    }

    private void shuffle() {
        for (int i = prompts.size() - 1; i > 0; i--) {
            int j = random.nextInt(i + 1);
            FilePrompt swapped = prompts.get(i);
            prompts.set(i, prompts.get(j));
            prompts.set(j, swapped);
        }
    }
}
