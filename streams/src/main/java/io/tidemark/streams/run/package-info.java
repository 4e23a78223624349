/**
 * Runs: in come deltas, heartbeats, definitions and scrapes of a run, out go windows, breaches and step results. It must not
 * know how events are decoded or where runs come from.
 */
@NullMarked
package io.tidemark.streams.run;

import org.jspecify.annotations.NullMarked;
