/**
 * The simulated model's text: tokenizer, chat template and generated answers.
 *
 * <p>Comes in: texts and chat messages. Goes out: token ids, and answers with one word per token.
 *
 * <p>Begin with {@link Tokenizer} and {@link GeneratedAnswer}.
 */
@NullMarked
package io.tidemark.simulator.text;

import org.jspecify.annotations.NullMarked;
