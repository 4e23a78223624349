/**
 * The grammar of objectives and burn-rate rules.
 *
 * <p>In: a line such as {@code ttft p99 < 1000ms over 1m}. Out: an objective with its error budget; and the line again, which reads as the same.
 *
 * <p>Begin with {@link ObjectiveSyntax}, then {@link ObjectiveParser}.
 */
@NullMarked
package io.tidemark.producer.slo;

import org.jspecify.annotations.NullMarked;
