/**
 * Injects faults into a running server.
 *
 * <p>Comes in: faults with their times. Goes out: which fault is active now, which request it hits, and responses that it changes.
 *
 * <p>Begin with {@link FaultSchedule}, then {@link FaultInjectingResponse}.
 */
@NullMarked
package io.tidemark.simulator.http.faultinjection;

import org.jspecify.annotations.NullMarked;
