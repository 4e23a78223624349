package io.tidemark.archive;

import java.util.function.Consumer;

/**
 * Where lines go.
 *
 * @param say takes lines for people
 * @param warn takes lines on what went wrong and is being tried again
 */
record Console(Consumer<String> say, Consumer<String> warn) {}
