/**
 * JSON errors explain where a text is not JSON.
 *
 * <p>A row of a file, or an exception of the parser, comes in; its value, or a message with line and column, goes out.
 *
 * <p>Begin with {@link JsonErrors}.
 */
@NullMarked
package io.tidemark.producer.json;

import org.jspecify.annotations.NullMarked;
