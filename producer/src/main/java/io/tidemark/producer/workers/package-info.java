/**
 * Workers are the processes that share the load of one run; the leader coordinates their steps.
 *
 * <p>Control events and heartbeats of the run come in; step starts, step ends and lost workers go out.
 *
 * <p>Begin with {@link WorkerGroup}, then {@link LeaderWorkerGroup} and {@link WorkerShare}.
 */
@NullMarked
package io.tidemark.producer.workers;

import org.jspecify.annotations.NullMarked;
