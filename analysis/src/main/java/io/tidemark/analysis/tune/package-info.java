/**
 * The search for a server's best flags, as pure decisions.
 *
 * <p>Outcomes of fresh servers come in; the configuration that is started next, what is asked of it, and at the end the verdict go out.
 *
 * <p>Begin with {@link Tune}.
 */
@NullMarked
package io.tidemark.analysis.tune;

import org.jspecify.annotations.NullMarked;
