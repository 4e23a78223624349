/**
 * {@code tidemark bench}: flags of {@code vllm bench serve} become a plan, a run of it is watched, and what was seen becomes
 * vLLM's block and result file. How a run goes is {@link io.tidemark.app.run}'s affair, what the figures mean is
 * {@link io.tidemark.producer.vllm}'s.
 */
@NullMarked
package io.tidemark.app.bench;

import org.jspecify.annotations.NullMarked;
