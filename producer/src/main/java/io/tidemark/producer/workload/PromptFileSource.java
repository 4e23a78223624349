package io.tidemark.producer.workload;

import io.tidemark.producer.openai.ChatMessage;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.WorkloadPlan.Prompts;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.producer.workload.files.FilePrompt;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;

/**
 * The prompts of a file. What was asked before is asked again only where the file is too small, and then begins with words of
 * its own, so that no prefix cache holds it; unless reuse is wanted.
 */
record PromptFileSource(
        Prompts plan, IntFunction<PromptPool.StepPrompts> stepPrompts, boolean reuse, TokenLengths lengths)
        implements WorkloadSource {
    private static final int NONCE_WORDS = 4;

    @Override
    public Workload step(StepRandomness draw) {
        return new Step(this, draw);
    }

    private String requestClass(FilePrompt prompt, int turn) {
        RequestClassNaming labels = plan.labels();
        return switch (labels.suffix()) {
            case NONE -> labels.base();
            case TURN -> labels.withSuffix("turn-" + (turn + 1));
            case DATASET -> labels.withSuffix(plan.format().word());
            case CATEGORY -> labels.withSuffix(prompt.category());
        };
    }

    private static final class Step implements Workload {
        private final PromptFileSource source;
        private final StepRandomness draw;
        private final PromptPool.StepPrompts piece;
        private final SyntheticText nonce;
        private long asked;

        Step(PromptFileSource source, StepRandomness draw) {
            this.source = source;
            this.draw = draw;
            this.piece = source.stepPrompts().apply(draw.step());
            this.nonce = new SyntheticText(draw.words(), source.lengths());
        }

        @Override
        public Conversation next() {
            FilePrompt prompt = piece.at(asked);
            boolean again = piece.repeats(asked);
            asked++;
            List<ChatMessage> opening = again && !source.reuse() ? distinct(prompt.opening()) : prompt.opening();
            List<ScriptedTurn> script = new ArrayList<>();
            ScriptedTurn first = turn(opening, prompt, 0);
            script.add(first);
            for (String text : prompt.followUps()) {
                script.add(turn(List.of(ChatMessage.user(text)), prompt, script.size()));
            }
            int cached = again && source.reuse() ? first.tokens() : 0;
            return new ScriptedConversation(script, cached, source.plan().exactOutput(), source.lengths());
        }

        private ScriptedTurn turn(List<ChatMessage> messages, FilePrompt prompt, int turn) {
            int tokens = messages.stream()
                    .mapToInt(message -> source.lengths().count(message.content()))
                    .sum();
            int drawn = source.plan().outputTokens().draw(draw.lengths());
            return new ScriptedTurn(
                    messages,
                    tokens,
                    turn == 0 ? prompt.outputTokens().orElse(drawn) : drawn,
                    source.plan().use().thinkTime().draw(draw.lengths()),
                    source.requestClass(prompt, turn));
        }

        private List<ChatMessage> distinct(List<ChatMessage> opening) {
            List<ChatMessage> distinct = new ArrayList<>(opening);
            ChatMessage first = opening.get(0);
            distinct.set(0, new ChatMessage(first.role(), nonce.ofTokens(NONCE_WORDS) + "\n\n" + first.content()));
            return distinct;
        }
    }
}
