package io.tidemark.sinks.store.read.run;

import java.time.Instant;

/**
 * What the client of a run added to its measurements, measured just before it: added TTFT, and by how much a gap between tokens was off.
 *
 * @param concurrency streams that were kept in flight
 * @param ttftSamples requests that the TTFT error rests on
 * @param itlSamples gaps that the ITL error rests on
 */
public record CalibrationRow(
        Instant at,
        int concurrency,
        double chunksPerSecond,
        long ttftErrorP50Nanos,
        long ttftErrorP99Nanos,
        long ttftSamples,
        long itlErrorP50Nanos,
        long itlErrorP99Nanos,
        long itlSamples,
        long serverLatenessP99Nanos) {}
