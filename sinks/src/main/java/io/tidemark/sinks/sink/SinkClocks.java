package io.tidemark.sinks.sink;

import io.tidemark.schemas.time.NanoClock;
import java.time.InstantSource;

/** The sink's clocks: elapsed time for its intervals, wall time for retention. */
public record SinkClocks(NanoClock elapsed, InstantSource wall) {}
