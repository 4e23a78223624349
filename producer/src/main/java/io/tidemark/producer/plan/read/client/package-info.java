/**
 * Reads the sections of a plan that say which servers are loaded and how the client meets them: {@code targets}, {@code connection}, {@code retries},
 * {@code timeouts} and {@code limits}.
 *
 * <p>In: the root of a plan's YAML. Out: the parts of a {@link io.tidemark.producer.plan.Plan}, or problems with their lines.
 *
 * <p>Begin with {@link TargetsReader}.
 */
@NullMarked
package io.tidemark.producer.plan.read.client;

import org.jspecify.annotations.NullMarked;
