/**
 * Prompt files contain prompts that others wrote, in the formats of public datasets.
 *
 * <p>A file and its format come in; prompts with follow-up turns, and counts of skipped entries, go out.
 *
 * <p>Begin with {@link PromptFile#read}, then the reader of one format, such as {@link ShareGptReader}.
 */
@NullMarked
package io.tidemark.producer.workload.files;

import org.jspecify.annotations.NullMarked;
