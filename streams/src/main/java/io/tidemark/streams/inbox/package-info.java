/**
 * The values of the two internal topics between sub-topologies: {@code run-inbox} and {@code target-inbox}.
 *
 * <p>In come records of our own; out go versioned bytes, and back. It does not know topics or processors.
 *
 * <p>Begin with {@link RunInboxRecord}.
 */
@NullMarked
package io.tidemark.streams.inbox;

import org.jspecify.annotations.NullMarked;
