/**
 * Events in Confluent's wire format.
 *
 * <p>Bytes come in and events go out, or the other way; the schema registry resolves ids before the first record.
 *
 * <p>Begin with {@link SchemaRegistry}.
 */
@NullMarked
package io.tidemark.schemas.serde;

import org.jspecify.annotations.NullMarked;
