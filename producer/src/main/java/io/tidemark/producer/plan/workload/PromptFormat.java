package io.tidemark.producer.plan.workload;

import java.util.Locale;

/** How a file of prompts is written; a name that ends with {@code .gz} is unpacked while it is read. */
public enum PromptFormat {
    /** JSON lines with {@code turns}, a list of texts of the user, and {@code category}. */
    MT_BENCH,
    /** JSON lines with {@code prompt} or {@code messages} and, if given, {@code output_tokens} and {@code category}. */
    JSONL,
    /** A JSON array of {@code conversations[].from, value}. */
    SHAREGPT,
    /** JSON lines with {@code instruction}, {@code context} and {@code category} (databricks-dolly-15k). */
    DOLLY,
    /** OpenAssistantReader's trees ({@code prompt.replies}) or its flat messages ({@code parent_id}), JSON lines. */
    OPENASSISTANT;

    /** As it is written in plans, and the class of its requests where classes are by dataset. */
    public String word() {
        return name().toLowerCase(Locale.ROOT).replace('_', '-');
    }
}
