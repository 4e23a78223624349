package io.tidemark.producer.workload;

import io.tidemark.producer.plan.WorkloadPlan.Synthetic;
import io.tidemark.producer.tokens.TokenLengths;
import java.util.List;

/** Made-up prompts of planned lengths. */
record SyntheticSource(Synthetic plan, TokenLengths lengths) implements Source {
    @Override
    public Workload step(StepDraw draw) {
        SyntheticText text = new SyntheticText(draw.words(), lengths);
        return () -> {
            int prompt = Math.max(1, plan.promptTokens().draw(draw.lengths()) - lengths.template(1));
            int output = plan.outputTokens().draw(draw.lengths());
            Turn turn = Turn.of(text.ofTokens(prompt), prompt, Turn.Answering.once(output, plan.requestClass()));
            return new Script(List.of(turn), 0, plan.exactOutput(), lengths);
        };
    }
}
