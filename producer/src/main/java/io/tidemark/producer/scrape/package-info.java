/**
 * Scraping reads what servers report about themselves, next to the load.
 *
 * <p>Metrics pages and control endpoints come in; server samples, reported configuration and counters go out.
 *
 * <p>Begin with {@link MetricsScraper}, then {@link TargetProbe} and {@link TargetControl}.
 */
@NullMarked
package io.tidemark.producer.scrape;

import org.jspecify.annotations.NullMarked;
