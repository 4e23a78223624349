/**
 * Targets: in come scrapes and the runs that drive a target, out goes each scrape to each of those runs. It must not know
 * what a run does with a scrape.
 */
@NullMarked
package io.tidemark.streams.target;

import org.jspecify.annotations.NullMarked;
