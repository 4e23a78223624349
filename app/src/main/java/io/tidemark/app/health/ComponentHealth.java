package io.tidemark.app.health;

/**
 * How one part of a process is.
 *
 * @param part such as {@code streams/perf} or {@code sink}
 * @param reason why it is not ready, or for whom else it stands by; empty when there is nothing to say
 */
public record ComponentHealth(String part, HealthState state, String reason) {
    static ComponentHealth ready(String part) {
        return new ComponentHealth(part, HealthState.READY, "");
    }
}
