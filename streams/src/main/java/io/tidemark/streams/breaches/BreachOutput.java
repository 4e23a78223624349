package io.tidemark.streams.breaches;

import io.tidemark.events.SloBreach;

/** Where breaches go. */
@FunctionalInterface
public interface BreachOutput {
    void breach(SloBreach breach);
}
