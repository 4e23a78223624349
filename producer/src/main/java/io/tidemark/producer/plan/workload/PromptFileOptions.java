package io.tidemark.producer.plan.workload;

import java.util.List;

/**
 * How entries of a prompt file are used.
 *
 * @param turns whether only the first turn is asked or all, as a conversation with the real answers resent
 * @param thinkTime between the turns
 * @param vllmFilter whether entries are chosen, and answers limited to the reference answer's tokens, as vLLM's benchmark
 *     does with ShareGPT
 * @param languages of OpenAssistantReader's messages; empty: all
 */
public record PromptFileOptions(Turns turns, ThinkTime thinkTime, boolean vllmFilter, List<String> languages) {
    public static final PromptFileOptions DEFAULT =
            new PromptFileOptions(Turns.FIRST, ThinkTime.NONE, false, List.of());

    public PromptFileOptions {
        languages = List.copyOf(languages);
    }

    /** How many of an entry's turns are asked. */
    public enum Turns {
        FIRST,
        ALL
    }
}
