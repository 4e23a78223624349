/**
 * The shared language of the product: teams, topics, keys, metric and signal definitions. Everything may depend on it; it
 * depends on nothing of ours. It knows neither how events are made nor what becomes of them.
 */
@NullMarked
package io.tidemark.schemas;

import org.jspecify.annotations.NullMarked;
