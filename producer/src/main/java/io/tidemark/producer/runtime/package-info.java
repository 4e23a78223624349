/**
 * The runtime gives a run its identity, its client, its threads and its event queue, in real or in virtual time.
 *
 * <p>A {@link RunSpec}, tasks and events come in; executed tasks and calls to the publisher go out.
 *
 * <p>Begin with {@link RunEnvironment}, then {@link LaneRuntime} and {@link EventQueue}.
 */
@NullMarked
package io.tidemark.producer.runtime;

import org.jspecify.annotations.NullMarked;
