/**
 * A record describes one request as events: its identity, its token batches and its result.
 *
 * <p>Chunks and call results with monotonic timestamps come in; {@code TokenBatch} and {@code RequestEvent} fields go out.
 *
 * <p>Begin with {@link RequestIdentity}, then {@link TokenBatcher}.
 */
@NullMarked
package io.tidemark.producer.record;

import org.jspecify.annotations.NullMarked;
