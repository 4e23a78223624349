package io.tidemark.producer.workload;

import io.tidemark.producer.plan.workload.RequestClassSuffix;
import io.tidemark.producer.plan.workload.WorkloadPlan.Conversations;
import io.tidemark.producer.tokens.TokenLengths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Conversations that begin with one of a step's starters and go on with short follow-ups. */
record ConversationSource(Conversations plan, Starters starters, TokenLengths lengths) implements WorkloadSource {
    /** What conversations begin with. */
    @FunctionalInterface
    interface Starters {
        List<Starter> of(StepRandomness draw);
    }

    /** A text that many conversations begin with. */
    record Starter(String text, int tokens) {}

    /** Made-up starters. */
    static Starters syntheticStarters(Conversations plan, TokenLengths lengths) {
        return draw -> {
            SyntheticText text = new SyntheticText(draw.shared().words(), lengths);
            List<Starter> starters = new ArrayList<>();
            for (int i = 0; i < plan.starters(); i++) {
                int tokens = Math.max(1, plan.starterTokens().draw(draw.shared().lengths()) - lengths.template(1));
                starters.add(new Starter(text.ofTokens(tokens), tokens));
            }
            return starters;
        };
    }

    @Override
    public Workload step(StepRandomness draw) {
        return new Step(this, starters.of(draw), draw, new BitSet());
    }

    private String requestClass(int turn) {
        return plan.labels().suffix() == RequestClassSuffix.TURN
                ? plan.labels().withSuffix("turn-" + (turn + 1))
                : plan.requestClass();
    }

    /** @param asked which starters have been asked */
    private record Step(ConversationSource source, List<Starter> starters, StepRandomness draw, BitSet asked)
            implements Workload {
        @Override
        public Conversation next() {
            int chosen = draw.lengths().nextInt(starters.size());
            Starter starter = starters.get(chosen);
            int turns = source.plan().turns().draw(draw.lengths());
            List<ScriptedTurn> script = new ArrayList<>();
            for (int turn = 0; turn < turns; turn++) {
                script.add(turn == 0 ? turn(starter.text(), starter.tokens(), turn) : followUp(turn));
            }
            int cached = asked.get(chosen) ? starter.tokens() : 0;
            asked.set(chosen);
            return new ScriptedConversation(script, cached, source.plan().exactOutput(), source.lengths());
        }

        private ScriptedTurn followUp(int turn) {
            List<String> texts = source.plan().followUps();
            String text = texts.get(draw.lengths().nextInt(texts.size()));
            return turn(text, source.lengths().count(text), turn);
        }

        private ScriptedTurn turn(String text, int tokens, int turn) {
            Conversations plan = source.plan();
            return ScriptedTurn.of(
                    text,
                    tokens,
                    new ScriptedTurn.AnswerSettings(
                            plan.outputTokens().draw(draw.lengths()),
                            plan.thinkTime().draw(draw.lengths()),
                            source.requestClass(turn)));
        }
    }
}
