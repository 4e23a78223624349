package io.tidemark.schemas.time;

import java.time.InstantSource;

/** The two clocks, never mixed. */
public record Clocks(NanoClock elapsed, InstantSource wall) {}
