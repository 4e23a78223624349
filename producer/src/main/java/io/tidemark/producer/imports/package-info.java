/**
 * Reads result files of other tools. In: the bytes of files, and what they do not say; out: runs as events, with what they lack.
 * Nothing here knows a store, Kafka or a clock; a file that breaks a rule gives a {@link BadFileException} with its place.
 *
 * <p>Sources of the formats: vLLM {@code vllm/benchmarks/serve.py} and {@code sweep/serve.py}, {@code benchmarks/auto_tune/auto_tune.sh};
 * GuideLLM {@code benchmark/schemas}; AIPerf {@code docs/reference/json-export-schema.md}; lm-evaluation-harness.
 */
@NullMarked
package io.tidemark.producer.imports;

import org.jspecify.annotations.NullMarked;
