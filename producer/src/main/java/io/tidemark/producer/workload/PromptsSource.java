package io.tidemark.producer.workload;

import io.tidemark.producer.plan.Labels;
import io.tidemark.producer.plan.WorkloadPlan.Prompts;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.files.FilePrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The prompts of a file. What was asked before is asked again only where the file is too small, and then begins with words of
 * its own, so that no prefix cache holds it; unless reuse is wanted.
 */
record PromptsSource(Prompts plan, IntFunction<PromptPool.Piece> pieces, boolean reuse, TokenLengths lengths)
        implements Source {
    private static final int NONCE_WORDS = 4;

    @Override
    public Workload step(StepDraw draw) {
        return new Step(this, draw);
    }

    private String requestClass(FilePrompt prompt, int turn) {
        Labels labels = plan.labels();
        return switch (labels.by()) {
            case NONE -> labels.base();
            case TURN -> labels.with("turn-" + (turn + 1));
            case DATASET -> labels.with(plan.format().word());
            case CATEGORY -> labels.with(prompt.category());
        };
    }

    private static final class Step implements Workload {
        private final PromptsSource source;
        private final StepDraw draw;
        private final PromptPool.Piece piece;
        private final SyntheticText nonce;
        private long asked;

        Step(PromptsSource source, StepDraw draw) {
            this.source = source;
            this.draw = draw;
            this.piece = source.pieces().apply(draw.step());
            this.nonce = new SyntheticText(draw.words(), source.lengths());
        }

        @Override
        public Conversation next() {
            FilePrompt prompt = piece.at(asked);
            boolean again = piece.repeats(asked);
            asked++;
            List<Message> opening = again && !source.reuse() ? distinct(prompt.opening()) : prompt.opening();
            List<Turn> script = new ArrayList<>();
            Turn first = turn(opening, prompt, 0);
            script.add(first);
            for (String text : prompt.followUps()) {
                script.add(turn(List.of(Message.user(text)), prompt, script.size()));
            }
            int cached = again && source.reuse() ? first.tokens() : 0;
            return new Script(script, cached, source.plan().exactOutput(), source.lengths());
        }

        private Turn turn(List<Message> said, FilePrompt prompt, int turn) {
            int tokens = said.stream()
                    .mapToInt(message -> source.lengths().count(message.content()))
                    .sum();
            int drawn = source.plan().outputTokens().draw(draw.lengths());
            return new Turn(
                    said,
                    tokens,
                    turn == 0 ? prompt.outputTokens().orElse(drawn) : drawn,
                    source.plan().use().thinkTime().draw(draw.lengths()),
                    source.requestClass(prompt, turn));
        }

        private List<Message> distinct(List<Message> opening) {
            List<Message> distinct = new ArrayList<>(opening);
            Message first = opening.get(0);
            distinct.set(0, new Message(first.role(), nonce.ofTokens(NONCE_WORDS) + "\n\n" + first.content()));
            return distinct;
        }
    }
}
