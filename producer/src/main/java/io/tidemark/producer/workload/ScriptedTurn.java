package io.tidemark.producer.workload;

import io.tidemark.producer.openai.ChatMessage;
import java.time.Duration;
import java.util.List;

/**
 * What a user adds to a conversation, drawn before it begins.
 *
 * @param messages messages, the last one the user's
 * @param tokens of their contents
 * @param outputTokens most tokens of the answer
 * @param thinkTime from the answer's end to the next turn
 */
record ScriptedTurn(List<ChatMessage> messages, int tokens, int outputTokens, Duration thinkTime, String requestClass) {
    ScriptedTurn {
        messages = List.copyOf(messages);
    }

    /** One message of the user. */
    static ScriptedTurn of(String text, int tokens, AnswerSettings answering) {
        return new ScriptedTurn(
                List.of(ChatMessage.user(text)),
                tokens,
                answering.outputTokens(),
                answering.thinkTime(),
                answering.requestClass());
    }

    /** What is wanted of the answer. */
    record AnswerSettings(int outputTokens, Duration thinkTime, String requestClass) {
        static AnswerSettings once(int outputTokens, String requestClass) {
            return new AnswerSettings(outputTokens, Duration.ZERO, requestClass);
        }
    }
}
