/**
 * Reader for GuideLLM reports, versions 0.2 to 0.8.
 *
 * <p>In: {@code benchmarks.json}. Out: one measurement per benchmark.
 *
 * <p>Begin with {@link GuideLlmReader}. Source: GuideLLM {@code benchmark/schemas}.
 */
@NullMarked
package io.tidemark.importers.guidellm;

import org.jspecify.annotations.NullMarked;
