/**
 * Commands about baselines: runs kept by a name, to compare later ones with.
 *
 * <p>Names, phases and run ids of a command line come in; rows of the store and lists of baselines go out.
 *
 * <p>Begin with {@link BaselineCommand}.
 */
@NullMarked
package io.tidemark.app.cli.baseline;

import org.jspecify.annotations.NullMarked;
