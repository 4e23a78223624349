/**
 * Annotations: marks that people set at times, to be seen on charts.
 *
 * <p>Words with their time come in; the store keeps them.
 *
 * <p>Begin with {@link TimeAnnotation}.
 */
@NullMarked
package io.tidemark.sinks.store.annotation;

import org.jspecify.annotations.NullMarked;
