package io.tidemark.alerts.kind;

import io.tidemark.schemas.Team;
import java.time.Duration;
import java.util.Optional;

/**
 * A run that has to take place again and again.
 *
 * @param team whose; empty for every team
 * @param phase of the experiment; empty for any
 * @param every longest time from the end of one valid run to the end of the next
 * @param grace so much more is allowed
 */
public record ExpectedRun(
        Optional<String> team, String experiment, Optional<String> phase, Duration every, Duration grace) {
    /** Whether it is expected of a team. */
    public boolean isOf(Team owner) {
        return team.map(owner.name()::equals).orElse(true);
    }
}
