/**
 * Sends control events and heartbeats to their run, and server scrapes to every run that drives their target.
 *
 * <p>In come raw records of the topics control, heartbeats and servers; out go inbox records keyed by run or target, or dead letters.
 *
 * <p>Begin with {@link RouteProcessor}, then {@link TargetsProcessor}.
 */
@NullMarked
package io.tidemark.streams.route;

import org.jspecify.annotations.NullMarked;
