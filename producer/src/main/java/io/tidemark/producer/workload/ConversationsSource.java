package io.tidemark.producer.workload;

import io.tidemark.producer.plan.ClassBy;
import io.tidemark.producer.plan.WorkloadPlan.Conversations;
import io.tidemark.producer.tokens.TokenLengths;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** Conversations that begin with one of a step's starters and go on with short follow-ups. */
record ConversationsSource(Conversations plan, Starters starters, TokenLengths lengths) implements Source {
    /** What conversations begin with. */
    @FunctionalInterface
    interface Starters {
        List<Starter> of(StepDraw draw);
    }

    /** A text that many conversations begin with. */
    record Starter(String text, int tokens) {}

    /** Made-up starters. */
    static Starters madeUp(Conversations plan, TokenLengths lengths) {
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
    public Workload step(StepDraw draw) {
        return new Step(this, starters.of(draw), draw, new BitSet());
    }

    private String requestClass(int turn) {
        return plan.labels().by() == ClassBy.TURN ? plan.labels().with("turn-" + (turn + 1)) : plan.requestClass();
    }

    /** @param asked which starters have been asked */
    private record Step(ConversationsSource source, List<Starter> starters, StepDraw draw, BitSet asked)
            implements Workload {
        @Override
        public Conversation next() {
            int chosen = draw.lengths().nextInt(starters.size());
            Starter starter = starters.get(chosen);
            int turns = source.plan().turns().draw(draw.lengths());
            List<Turn> script = new ArrayList<>();
            for (int turn = 0; turn < turns; turn++) {
                script.add(turn == 0 ? turn(starter.text(), starter.tokens(), turn) : followUp(turn));
            }
            int cached = asked.get(chosen) ? starter.tokens() : 0;
            asked.set(chosen);
            return new Script(script, cached, source.plan().exactOutput(), source.lengths());
        }

        private Turn followUp(int turn) {
            List<String> texts = source.plan().followUps();
            String text = texts.get(draw.lengths().nextInt(texts.size()));
            return turn(text, source.lengths().count(text), turn);
        }

        private Turn turn(String text, int tokens, int turn) {
            Conversations plan = source.plan();
            return Turn.of(
                    text,
                    tokens,
                    new Turn.Answering(
                            plan.outputTokens().draw(draw.lengths()),
                            plan.thinkTime().draw(draw.lengths()),
                            source.requestClass(turn)));
        }
    }
}
