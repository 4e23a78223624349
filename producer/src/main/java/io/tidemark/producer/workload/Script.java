package io.tidemark.producer.workload;

import io.tidemark.producer.tokens.TokenLengths;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalInt;

/**
 * A conversation whose turns were drawn before it begins: turn k asks what turn k - 1 asked, its real answer, and what the user
 * adds.
 *
 * @param sharedTokens how many tokens of its beginning earlier conversations of the step began with too
 */
record Script(List<Turn> script, int sharedTokens, boolean exactOutput, TokenLengths lengths) implements Conversation {
    Script {
        script = List.copyOf(script);
        if (script.isEmpty()) {
            throw new IllegalArgumentException("a conversation must have at least one turn");
        }
    }

    @Override
    public int turns() {
        return script.size();
    }

    @Override
    public Prompt prompt(List<String> answers) {
        int turn = answers.size();
        List<Message> messages = new ArrayList<>();
        int before = 0;
        for (int i = 0; i < turn; i++) {
            Turn said = script.get(i);
            messages.addAll(said.said());
            messages.add(Message.assistant(answers.get(i)));
            before += said.tokens() + answerTokens(said, answers.get(i));
        }
        int resent = messages.size();
        Turn now = script.get(turn);
        messages.addAll(now.said());
        return new Prompt(
                messages,
                OptionalInt.of(before + now.tokens() + lengths.template(messages.size())),
                turn == 0 ? sharedTokens : before + lengths.template(resent),
                now.outputTokens(),
                exactOutput,
                now.requestClass());
    }

    @Override
    public Duration thinkTimeAfter(int turn) {
        return script.get(turn).thinkAfter();
    }

    private int answerTokens(Turn said, String answer) {
        return Math.min(said.outputTokens(), lengths.count(answer));
    }
}
