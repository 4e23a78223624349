/**
 * Parses and validates request bodies of the OpenAI API.
 *
 * <p>Comes in: bytes of a body. Goes out: an {@link ApiRequest}, or an {@link ApiException} with the status, type and param of the real server.
 *
 * <p>Begin with {@link RequestParser}.
 */
@NullMarked
package io.tidemark.simulator.http.request;

import org.jspecify.annotations.NullMarked;
