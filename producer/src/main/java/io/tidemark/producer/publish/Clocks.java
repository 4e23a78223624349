package io.tidemark.producer.publish;

import io.tidemark.schemas.time.NanoClock;
import java.time.InstantSource;

/** The two clocks, never mixed. */
public record Clocks(NanoClock elapsed, InstantSource wall) {}
