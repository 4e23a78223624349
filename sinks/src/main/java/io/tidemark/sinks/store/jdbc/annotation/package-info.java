/**
 * The table of annotations, in SQL common to all databases.
 *
 * <p>Calls of an {@link io.tidemark.sinks.store.annotation.AnnotationStore} come in; transactions go out.
 *
 * <p>Begin with {@link JdbcAnnotationStore}.
 */
@NullMarked
package io.tidemark.sinks.store.jdbc.annotation;

import org.jspecify.annotations.NullMarked;
