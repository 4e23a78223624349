/**
 * The client in virtual time: it calls a server in the same process and opens no socket.
 *
 * <p>In: calls to execute. Out: responses of an {@link InProcessServer}, stamped by the virtual clock.
 *
 * <p>Begin with {@link VirtualTimeClient}.
 */
@NullMarked
package io.tidemark.producer.client.inprocess;

import org.jspecify.annotations.NullMarked;
