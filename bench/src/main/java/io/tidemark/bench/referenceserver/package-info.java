/**
 * A server whose write times are known exactly, in a process of its own.
 *
 * <p>Comes in: chat requests that name the pace by the model's name. Goes out: SSE responses, and a log of when each was read and written.
 *
 * <p>Begin with {@link ReferenceServer}; {@link ReferenceServerProcess} starts it.
 */
@NullMarked
package io.tidemark.bench.referenceserver;

import org.jspecify.annotations.NullMarked;
