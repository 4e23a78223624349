package io.tidemark.producer.workload;

import io.tidemark.producer.plan.workload.WorkloadPlan.SharedPrefix;
import io.tidemark.producer.tokens.TokenLengths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Made-up prompts of which a chosen share begins with one of a few prefixes. */
record SharedPrefixSource(SharedPrefix plan, TokenLengths lengths) implements WorkloadSource {
    @Override
    public Workload step(StepRandomness draw) {
        SyntheticText shared = new SyntheticText(draw.shared().words(), lengths);
        List<Prefix> prefixes = new ArrayList<>();
        for (int i = 0; i < plan.prefixes(); i++) {
            int tokens = plan.prefixTokens().draw(draw.shared().lengths());
            prefixes.add(new Prefix(shared.ofTokens(tokens), tokens));
        }
        return new Step(this, prefixes, draw, new BitSet());
    }

    private record Prefix(String text, int tokens) {}

    /** @param asked which prefixes have been asked */
    private record Step(SharedPrefixSource source, List<Prefix> prefixes, StepRandomness draw, BitSet asked)
            implements Workload {
        @Override
        public Conversation next() {
            SharedPrefix plan = source.plan();
            SyntheticText text = new SyntheticText(draw.words(), source.lengths());
            boolean shares = draw.lengths().nextDouble() < plan.sharedRequests();
            int chosen = draw.lengths().nextInt(prefixes.size());
            int own = Math.max(
                    1, plan.ownTokens().draw(draw.lengths()) - source.lengths().template(1));
            int output = plan.outputTokens().draw(draw.lengths());
            Prefix like = prefixes.get(chosen);
            String prefix = shares ? like.text() : text.ofTokens(like.tokens());
            int cached = shares && asked.get(chosen) ? like.tokens() : 0;
            if (shares) {
                asked.set(chosen);
            }
            ScriptedTurn turn = ScriptedTurn.of(
                    prefix + " " + text.ofTokens(own),
                    like.tokens() + own,
                    ScriptedTurn.AnswerSettings.once(output, plan.requestClass()));
            return new ScriptedConversation(List.of(turn), cached, plan.exactOutput(), source.lengths());
        }
    }
}
