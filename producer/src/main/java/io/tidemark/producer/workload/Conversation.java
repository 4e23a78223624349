package io.tidemark.producer.workload;

import java.time.Duration;
import java.util.List;

/**
 * The turns of one user, one after the other; a single request is a conversation of one turn. Everything random about it is
 * drawn before its first turn, so that answers cannot change the load. Not thread-safe.
 */
public interface Conversation {
    /** At least 1. */
    int turns();

    /**
     * What a turn asks.
     *
     * @param answers what the server really answered to the turns before, oldest first; as many as there were turns before
     */
    PlannedPrompt prompt(List<String> answers);

    /** From the end of a turn's answer until the next turn is due. {@code turn} counts from 0, the turn that was answered. */
    Duration thinkTimeAfter(int turn);

    /** A conversation of one turn. */
    static Conversation of(PlannedPrompt prompt) {
        return new Conversation() {
            @Override
            public int turns() {
                return 1;
            }

            @Override
            public PlannedPrompt prompt(List<String> answers) {
                return prompt;
            }

            @Override
            public Duration thinkTimeAfter(int turn) {
                return Duration.ZERO;
            }
        };
    }
}
