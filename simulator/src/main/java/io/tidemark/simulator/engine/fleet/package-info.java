/**
 * Data-parallel replicas of an engine behind a router.
 *
 * <p>Comes in: requests with arrival times. Goes out: completed steps with the index of their replica.
 *
 * <p>Begin with {@link Fleet}; {@link Router} chooses the replica.
 */
@NullMarked
package io.tidemark.simulator.engine.fleet;

import org.jspecify.annotations.NullMarked;
