/**
 * The schemas of the registry and the compacted topic that holds them.
 *
 * <p>Registrations come in; schemas by id and subject, and records in Confluent's format, go out.
 *
 * <p>Begin with {@link SubjectRegistry}.
 */
@NullMarked
package io.tidemark.cluster.registry;

import org.jspecify.annotations.NullMarked;
