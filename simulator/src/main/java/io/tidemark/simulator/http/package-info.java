/**
 * The real-time HTTP front: OpenAI requests come in, SSE and vLLM's pages go out. One thread steps the engine, one event loop
 * reads and writes. It must not decide scheduling or step times.
 */
@NullMarked
package io.tidemark.simulator.http;

import org.jspecify.annotations.NullMarked;
