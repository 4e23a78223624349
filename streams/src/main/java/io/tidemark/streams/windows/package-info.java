/**
 * The windows of a run's series: retained seconds, rolling sums, how far they have been emitted, and their records.
 *
 * <p>In come panes, and from lanes and scrapes how far seconds are complete; out go records to {@link WindowOutput}. It does not know objectives, steps' results or topics.
 *
 * <p>Begin with {@link RunWindows}, then {@link WindowEmission} and {@link EmissionProgress}.
 */
@NullMarked
package io.tidemark.streams.windows;

import org.jspecify.annotations.NullMarked;
