package io.tidemark.producer.workload;

import io.tidemark.producer.plan.WorkloadPlan.Synthetic;
import java.util.OptionalInt;
import java.util.random.RandomGenerator;

/** Made-up prompts of planned lengths. */
final class SyntheticWorkload implements Workload {
    private final Synthetic plan;
    private final RandomGenerator lengths;
    private final SyntheticText text;

    SyntheticWorkload(Synthetic plan, RandomGenerator lengths, SyntheticText text) {
        this.plan = plan;
        this.lengths = lengths;
        this.text = text;
    }

    @Override
    public Conversation next() {
        int promptTokens = plan.promptTokens().draw(lengths);
        int outputTokens = plan.outputTokens().draw(lengths);
        return Conversation.of(Prompt.of(
                text.ofTokens(promptTokens),
                OptionalInt.of(promptTokens),
                outputTokens,
                plan.exactOutput(),
                plan.requestClass()));
    }
}
