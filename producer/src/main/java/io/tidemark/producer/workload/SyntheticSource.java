package io.tidemark.producer.workload;

import io.tidemark.producer.plan.workload.WorkloadPlan.Synthetic;
import io.tidemark.producer.tokens.TokenLengths;
import java.util.List;

/** Made-up prompts of planned lengths. */
record SyntheticSource(Synthetic plan, TokenLengths lengths) implements WorkloadSource {
    @Override
    public Workload step(StepRandomness draw) {
        SyntheticText text = new SyntheticText(draw.words(), lengths);
        return () -> {
            int prompt = Math.max(1, plan.promptTokens().draw(draw.lengths()) - lengths.template(1));
            int output = plan.outputTokens().draw(draw.lengths());
            ScriptedTurn turn = ScriptedTurn.of(
                    text.ofTokens(prompt), prompt, ScriptedTurn.AnswerSettings.once(output, plan.requestClass()));
            return new ScriptedConversation(List.of(turn), 0, plan.exactOutput(), lengths);
        };
    }
}
