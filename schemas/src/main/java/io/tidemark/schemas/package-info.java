/**
 * The shared language of the product: teams, topics, record keys, metrics and signals.
 *
 * <p>Events come in; names, keys and metric values go out.
 *
 * <p>Begin with {@link Topic}, then {@link Metric}.
 */
@NullMarked
package io.tidemark.schemas;

import org.jspecify.annotations.NullMarked;
