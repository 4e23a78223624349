/**
 * Reads the sections of a plan that say how servers are started: {@code server}, its recipe, its environment and flags.
 *
 * <p>In: mappings of YAML. Out: {@link io.tidemark.producer.plan.server.ServerPlan}.
 *
 * <p>Begin with {@link ServerReader}. It starts nothing and takes no secret into a plan.
 */
@NullMarked
package io.tidemark.producer.plan.read.server;

import org.jspecify.annotations.NullMarked;
