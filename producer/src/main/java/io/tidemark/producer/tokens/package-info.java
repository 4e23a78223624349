/**
 * Token lengths state how many tokens a text has for the target's model.
 *
 * <p>A server's {@code /tokenize}, a tokenizer file or an estimate comes in; single-token words and token counts go out.
 *
 * <p>Begin with {@link TokenizerResolver}, then {@link TokenLengths}.
 */
@NullMarked
package io.tidemark.producer.tokens;

import org.jspecify.annotations.NullMarked;
