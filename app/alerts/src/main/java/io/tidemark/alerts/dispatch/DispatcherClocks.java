package io.tidemark.alerts.dispatch;

import io.tidemark.schemas.time.NanoClock;
import java.time.InstantSource;

/** The dispatcher's clocks: elapsed time for what it waits for, wall time for what it stores. */
public record DispatcherClocks(NanoClock elapsed, InstantSource wall) {}
