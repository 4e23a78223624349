/**
 * Bytes of our internal topics and stores: in come our own records, out go versioned bytes and back. It must not know who
 * sends them or what they mean.
 */
@NullMarked
package io.tidemark.streams.wire;

import org.jspecify.annotations.NullMarked;
