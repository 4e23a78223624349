/**
 * What the console costs: a first view of a large store, and viewers of one run.
 *
 * <p>Sizes come in; tables go out.
 *
 * <p>Begin with {@link ViewersBench} and {@link ConsoleStoreBench}.
 */
@NullMarked
package io.tidemark.bench.console;

import org.jspecify.annotations.NullMarked;
