/**
 * One run from its plan to its final results, with its workers.
 *
 * <p>In: a plan, a target, a cluster and a result store. Out: events in Kafka and the verdict of each step.
 *
 * <p>Begin with {@link RunService}.
 */
@NullMarked
package io.tidemark.app.run;

import org.jspecify.annotations.NullMarked;
