/**
 * The search for the highest load that a server holds, as pure decisions.
 *
 * <p>Outcomes of requests come in; the end of a probe and the next load go out.
 *
 * <p>Begin with {@link LoadSearch}.
 */
@NullMarked
package io.tidemark.analysis.search;

import org.jspecify.annotations.NullMarked;
