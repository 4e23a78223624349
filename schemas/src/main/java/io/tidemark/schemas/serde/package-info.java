/**
 * Events as bytes and back: Confluent's wire format on the genuine registry client, dead letters, and the bootstrap of a
 * team's topics. Schema ids are resolved before the first record, so that no registry call is on the hot path.
 */
@NullMarked
package io.tidemark.schemas.serde;

import org.jspecify.annotations.NullMarked;
