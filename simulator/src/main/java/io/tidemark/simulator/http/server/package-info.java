/**
 * The HTTP server: listener, routes, endpoints, headers and the log of write times.
 *
 * <p>Comes in: HTTP requests. Goes out: HTTP responses, and for each response when it was written.
 *
 * <p>Begin with {@link SimulatorServer}, then {@link HttpRequestRouter} and {@link VllmRoutes}.
 */
@NullMarked
package io.tidemark.simulator.http.server;

import org.jspecify.annotations.NullMarked;
