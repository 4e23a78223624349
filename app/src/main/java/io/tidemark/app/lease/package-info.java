/**
 * The right to load a target, which one process of a team holds at a time.
 *
 * <p>In: a team, the URL of a target and a Kafka cluster. Out: whether this process holds the lease.
 *
 * <p>Begin with {@link TargetLease}.
 */
@NullMarked
package io.tidemark.app.lease;

import org.jspecify.annotations.NullMarked;
