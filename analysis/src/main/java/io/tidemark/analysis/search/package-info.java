/**
 * The search for a load that a server holds, as pure decisions: what became of requests comes in, when a probe has seen enough and which
 * load is next go out. It must not know how load is made, clocks, files or how anything is shown.
 */
@NullMarked
package io.tidemark.analysis.search;

import org.jspecify.annotations.NullMarked;
