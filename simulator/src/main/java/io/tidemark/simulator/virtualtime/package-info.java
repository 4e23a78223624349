/**
 * The simulated server in virtual time, in one process and without sockets or threads.
 *
 * <p>Comes in: request bodies at virtual times. Goes out: the same bytes that the HTTP server writes, and the same metrics pages.
 *
 * <p>Begin with {@link VirtualServer}.
 */
@NullMarked
package io.tidemark.simulator.virtualtime;

import org.jspecify.annotations.NullMarked;
