/**
 * The fault suite. In come a seed, a rate and points in time for faults; out comes whether what the streams published equals what
 * an oracle makes of the ledger of acknowledged events. The oracle must not use the streams' code or the sketch.
 */
@org.jspecify.annotations.NullMarked
package io.tidemark.faults;
