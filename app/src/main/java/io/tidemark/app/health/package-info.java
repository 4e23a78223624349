/**
 * Health and meters of a process over HTTP.
 *
 * <p>In: the states of streams, sink and scrapers, and the meter registry. Out: {@code /metrics}, {@code /health} and {@code /health/live}.
 *
 * <p>Begin with {@link ProcessMonitoring}.
 */
@NullMarked
package io.tidemark.app.health;

import org.jspecify.annotations.NullMarked;
