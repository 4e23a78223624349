/**
 * Readers for {@code vllm bench serve}, {@code vllm bench sweep}, {@code auto_tune.sh} and SGLang's bench_serving.
 *
 * <p>In: JSON results, a sweep's CSV, or the block printed into a log. Out: measurements.
 *
 * <p>Begin with {@link VllmResultReader}: all other readers bring their file to its keys. Sources: vLLM {@code vllm/benchmarks/serve.py}, {@code sweep/serve.py}, {@code benchmarks/auto_tune/auto_tune.sh}.
 */
@NullMarked
package io.tidemark.importers.vllm;

import org.jspecify.annotations.NullMarked;
