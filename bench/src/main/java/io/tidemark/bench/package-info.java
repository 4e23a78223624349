/**
 * The command {@code bench/run}: runs the named benchmarks.
 *
 * <p>Comes in: names of benchmarks. Goes out: tables of ratios on the screen, and a JSON file on request.
 *
 * <p>Begin with {@link Benchmarks}.
 */
@NullMarked
package io.tidemark.bench;

import org.jspecify.annotations.NullMarked;
