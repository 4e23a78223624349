/**
 * Asks servers over HTTP: whether they are ready, what they are, and how much memory accelerators use.
 *
 * <p>In: a target and a client. Out: answers, or that there is none.
 *
 * <p>Begin with {@link ServerQuestions}. It starts and stops nothing.
 */
@NullMarked
package io.tidemark.servers.probe;

import org.jspecify.annotations.NullMarked;
