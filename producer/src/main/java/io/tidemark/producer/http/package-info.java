/**
 * HTTP support that is independent of the client: why a server cannot be reached (its host name, or its certificate), and the encoding of a body.
 *
 * <p>A URL, or what was thrown, comes in; a sentence for the user goes out, if there is one. Pieces of a body come in as they arrive, and go out decoded.
 *
 * <p>Begin with {@link TlsFailureText} and {@link ContentDecoder}.
 */
@NullMarked
package io.tidemark.producer.http;

import org.jspecify.annotations.NullMarked;
