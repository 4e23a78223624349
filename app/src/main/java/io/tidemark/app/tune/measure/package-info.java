/**
 * Measures a server that a tune has started: with the plan's steps, by a search for its highest load, or by its goodput.
 *
 * <p>In: the phase of a server that is ready, and labels for its runs. Out: what was measured, as an interval. It does not know which server is
 * started next.
 *
 * <p>Begin with {@link Measurement}.
 */
@NullMarked
package io.tidemark.app.tune.measure;

import org.jspecify.annotations.NullMarked;
