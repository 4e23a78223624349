/**
 * The binary format of internal topics and state stores: varints, texts, blobs and embedded Avro events.
 *
 * <p>In come primitive values and events; out go versioned bytes, and back. It does not know who sends them or what they mean.
 *
 * <p>Begin with {@link WireWriter} and {@link WireReader}.
 */
@NullMarked
package io.tidemark.streams.wire;

import org.jspecify.annotations.NullMarked;
