/**
 * The demo: each phase of a plan runs against a simulated server, through a real Kafka.
 *
 * <p>In: the demo plan. Out: one run for each phase.
 *
 * <p>Begin with {@link Demo}.
 */
@NullMarked
package io.tidemark.app.demo;

import org.jspecify.annotations.NullMarked;
