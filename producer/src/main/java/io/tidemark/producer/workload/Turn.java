package io.tidemark.producer.workload;

import java.time.Duration;
import java.util.List;

/**
 * What a user adds to a conversation, drawn before it begins.
 *
 * @param said messages, the last one the user's
 * @param tokens of their contents
 * @param outputTokens most tokens of the answer
 * @param thinkAfter from the answer's end to the next turn
 */
record Turn(List<Message> said, int tokens, int outputTokens, Duration thinkAfter, String requestClass) {
    Turn {
        said = List.copyOf(said);
    }

    /** One message of the user. */
    static Turn of(String text, int tokens, Answering answering) {
        return new Turn(
                List.of(Message.user(text)),
                tokens,
                answering.outputTokens(),
                answering.thinkAfter(),
                answering.requestClass());
    }

    /** What is wanted of the answer. */
    record Answering(int outputTokens, Duration thinkAfter, String requestClass) {
        static Answering once(int outputTokens, String requestClass) {
            return new Answering(outputTokens, Duration.ZERO, requestClass);
        }
    }
}
