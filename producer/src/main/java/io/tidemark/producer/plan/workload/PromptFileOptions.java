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
 * @param minTokens fewest tokens of what is asked first; entries with fewer are left out
 * @param maxTokens most tokens of what is asked first; entries with more are left out
 */
public record PromptFileOptions(
        Turns turns, ThinkTime thinkTime, boolean vllmFilter, List<String> languages, int minTokens, int maxTokens) {
    public static final PromptFileOptions DEFAULT =
            new PromptFileOptions(Turns.FIRST, ThinkTime.NONE, false, List.of());

    public PromptFileOptions {
        languages = List.copyOf(languages);
    }

    /** With prompts of any length. */
    public PromptFileOptions(Turns turns, ThinkTime thinkTime, boolean vllmFilter, List<String> languages) {
        this(turns, thinkTime, vllmFilter, languages, 0, Integer.MAX_VALUE);
    }

    /** Whether entries are left out by their length, which must be counted then. */
    public boolean limitsTokens() {
        return minTokens > 0 || maxTokens < Integer.MAX_VALUE;
    }

    /** How many of an entry's turns are asked. */
    public enum Turns {
        FIRST,
        ALL
    }
}
