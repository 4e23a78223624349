/**
 * Compatibility with {@code vllm bench serve}: its flags, its summary and its result file.
 *
 * <p>In: the flags of vLLM and the requests of one run. Out: a plan, the summary block and the JSON result of vLLM.
 *
 * <p>Begin with {@link BenchCommand}.
 */
@NullMarked
package io.tidemark.app.cli.vllm;

import org.jspecify.annotations.NullMarked;
