/**
 * A preview of the prompts of a plan.
 *
 * <p>In: a plan and token counters. Out: tables of prompts, their lengths and shared prefixes.
 *
 * <p>Begin with {@link PromptPreview}.
 */
@NullMarked
package io.tidemark.app.cli.prompts;

import org.jspecify.annotations.NullMarked;
