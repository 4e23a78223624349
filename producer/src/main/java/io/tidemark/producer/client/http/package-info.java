/**
 * The client over HTTP/1.1 and HTTP/2: event loop, connection pools, TLS, proxy and name look-up.
 *
 * <p>In: calls to execute. Out: bytes to the server, and responses whose reads are stamped before decryption and parsing.
 *
 * <p>Begin with {@link StreamingClient}, then {@link Http1ConnectionPool} and {@link HttpConnection}.
 */
@NullMarked
package io.tidemark.producer.client.http;

import org.jspecify.annotations.NullMarked;
