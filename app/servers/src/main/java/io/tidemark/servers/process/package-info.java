/**
 * Processes of this machine: the guard that ends a server, its log, and who holds a port.
 *
 * <p>In: a command, its environment and what ends it. Out: lines of output, an exit status, and the certainty that nothing is left.
 *
 * <p>Begin with {@link Guard} and {@code guard.sh}. It knows no plan and no HTTP.
 */
@NullMarked
package io.tidemark.servers.process;

import org.jspecify.annotations.NullMarked;
