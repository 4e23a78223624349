/**
 * How requests are shared among data-parallel replicas of an engine.
 *
 * <p>Comes in: what each replica has in flight and would have to compute. Goes out: the replica that takes the request.
 *
 * <p>Begin with {@link Router}.
 */
@NullMarked
package io.tidemark.simulator.engine.fleet;

import org.jspecify.annotations.NullMarked;
