/**
 * The lanes of a run: which events each lane announced, which were counted, and up to which second nothing more is expected.
 *
 * <p>In come heartbeats, counts and sequence ranges; out go the {@link RunWatermark}, missing events and requests in flight.
 *
 * <p>Begin with {@link RunLanes}, then {@link TrackedLane}.
 */
@NullMarked
package io.tidemark.streams.lanes;

import org.jspecify.annotations.NullMarked;
