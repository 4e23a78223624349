package io.tidemark.app.watch;

/**
 * How one part of a process is.
 *
 * @param part such as {@code streams/perf} or {@code sink}
 * @param reason why it is not ready, or for whom else it stands by; empty when there is nothing to say
 */
public record PartHealth(String part, HealthState state, String reason) {
    static PartHealth ready(String part) {
        return new PartHealth(part, HealthState.READY, "");
    }
}
