/**
 * Reader for lm-evaluation-harness, version 0.3 and later.
 *
 * <p>In: {@code results_*.json}. Out: the quality figures of a model by task, metric and filter.
 *
 * <p>Begin with {@link LmEvalReader}.
 */
@NullMarked
package io.tidemark.importers.lmeval;

import org.jspecify.annotations.NullMarked;
