/**
 * The figures of {@code vllm bench serve} by vLLM's own definitions: facts of requests come in, its aggregates, its printed
 * block and its result file's JSON go out. Nothing here reads a clock or a file, and nothing of events, streams or SLOs
 * is known here.
 *
 * <p>Source of every definition: vLLM, {@code vllm/benchmarks/serve.py} at commit 009e6d4a (2026-09).
 */
@NullMarked
package io.tidemark.producer.vllm;

import org.jspecify.annotations.NullMarked;
