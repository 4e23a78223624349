/**
 * The cluster and the result store that a command uses, local or remote.
 *
 * <p>In: cluster and store addresses; the file of a running stack. Out: a connection to Kafka and the registry, and a reader of results.
 *
 * <p>Begin with {@link Backend}.
 */
@NullMarked
package io.tidemark.app.stack;

import org.jspecify.annotations.NullMarked;
