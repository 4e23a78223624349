/**
 * The windows of a run's series: retained seconds, rolling sums and how far they have been emitted.
 *
 * <p>In come panes; out go sums per {@link WindowLength} and what was published of them. It does not know lanes' announcements, records or topics.
 *
 * <p>Begin with {@link RunSeries} and {@link EmissionProgress}.
 */
@NullMarked
package io.tidemark.streams.windows;

import org.jspecify.annotations.NullMarked;
