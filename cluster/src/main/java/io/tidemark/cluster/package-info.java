/**
 * What the broker and the registry in this JVM share.
 *
 * <p>Host names and ports come in; checked addresses and errors go out.
 *
 * <p>Begin with {@link ClusterException}; {@link io.tidemark.cluster.local.LocalCluster} starts both.
 */
@NullMarked
package io.tidemark.cluster;

import org.jspecify.annotations.NullMarked;
