package io.tidemark.app.health;

import java.util.List;
import java.util.stream.Stream;

/**
 * How a process is.
 *
 * @param alive whether the threads that keep its parts going are there; if not, only a restart of the process helps
 */
public record Health(boolean alive, List<ComponentHealth> parts) {
    public Health {
        parts = List.copyOf(parts);
    }

    /** Ready if all parts are, failed if none does anything; one team that failed must not take the others' host away. */
    public HealthState state() {
        if (!alive || (!parts.isEmpty() && parts.stream().allMatch(part -> part.state() == HealthState.FAILED))) {
            return HealthState.FAILED;
        }
        return parts.stream().allMatch(part -> part.state() == HealthState.READY)
                ? HealthState.READY
                : HealthState.DEGRADED;
    }

    /** Of both together. */
    public Health and(Health other) {
        return new Health(
                alive && other.alive,
                Stream.concat(parts.stream(), other.parts.stream()).toList());
    }

    /** Of the parts of one team; of all if it is empty. */
    Health ofTeam(String team) {
        return team.isEmpty()
                ? this
                : new Health(
                        alive,
                        parts.stream()
                                .filter(part -> part.part().equals(StreamsHealth.PART + "/" + team))
                                .toList());
    }
}
