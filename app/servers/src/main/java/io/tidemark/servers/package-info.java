/**
 * Starts the servers under test, watches them and stops them, and keeps what was found out about each start. Runs commands beside a server that
 * is up.
 *
 * <p>In: the server of a plan's phase and the target that it serves. Out: a server that is ready, or why there is none.
 *
 * <p>Begin with {@link ServerLauncher}. It knows no command line of ours, no Kafka and no store; it ends no process that it did not start.
 */
@NullMarked
package io.tidemark.servers;

import org.jspecify.annotations.NullMarked;
