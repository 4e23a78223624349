/**
 * How long texts are in tokens: a server's {@code /tokenize}, a tokenizer file or an estimate comes in, word lists and counts go out. It
 * must not know what is asked or when.
 */
@NullMarked
package io.tidemark.producer.tokens;

import org.jspecify.annotations.NullMarked;
