package io.tidemark.producer.workload;

import io.tidemark.producer.openai.ChatMessage;
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
record ScriptedConversation(
        List<ScriptedTurn> scriptedTurns, int sharedTokens, boolean exactOutput, TokenLengths lengths)
        implements Conversation {
    ScriptedConversation {
        scriptedTurns = List.copyOf(scriptedTurns);
        if (scriptedTurns.isEmpty()) {
            throw new IllegalArgumentException("a conversation must have at least one turn");
        }
    }

    @Override
    public int turns() {
        return scriptedTurns.size();
    }

    @Override
    public PlannedPrompt prompt(List<String> answers) {
        int turn = answers.size();
        List<ChatMessage> messages = new ArrayList<>();
        int before = 0;
        for (int i = 0; i < turn; i++) {
            ScriptedTurn pastTurn = scriptedTurns.get(i);
            messages.addAll(pastTurn.messages());
            messages.add(ChatMessage.assistant(answers.get(i)));
            before += pastTurn.tokens() + answerTokens(pastTurn, answers.get(i));
        }
        int resent = messages.size();
        ScriptedTurn now = scriptedTurns.get(turn);
        messages.addAll(now.messages());
        return new PlannedPrompt(
                messages,
                OptionalInt.of(before + now.tokens() + lengths.template(messages.size())),
                turn == 0 ? sharedTokens : before + lengths.template(resent),
                now.outputTokens(),
                exactOutput,
                now.requestClass());
    }

    @Override
    public Duration thinkTimeAfter(int turn) {
        return scriptedTurns.get(turn).thinkTime();
    }

    private int answerTokens(ScriptedTurn turn, String answer) {
        return Math.min(turn.outputTokens(), lengths.count(answer));
    }
}
