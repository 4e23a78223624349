package io.tidemark.sinks.store;

import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;

/** When the broker took the last record of a run: of its state, its lanes' heartbeats or its requests. */
public record RunActivity(RunKey run, Instant lastHeard) {}
