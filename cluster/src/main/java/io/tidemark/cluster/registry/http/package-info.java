/**
 * The REST API of Confluent's schema registry.
 *
 * <p>HTTP requests come in; JSON answers go out.
 *
 * <p>Begin with {@link SchemaRegistryServer}.
 */
@NullMarked
package io.tidemark.cluster.registry.http;

import org.jspecify.annotations.NullMarked;
