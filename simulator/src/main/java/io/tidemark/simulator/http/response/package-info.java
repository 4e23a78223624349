/**
 * Builds responses of the chat and completion endpoints, streamed (SSE) or complete.
 *
 * <p>Comes in: progress of requests in the engine. Goes out: JSON bodies and SSE events on a {@link ResponseChannel}.
 *
 * <p>Begin with {@link GenerationResponse} and {@link ResponseEncoder}.
 */
@NullMarked
package io.tidemark.simulator.http.response;

import org.jspecify.annotations.NullMarked;
