package io.tidemark.app.health;

import io.tidemark.exporter.ResultExporter;
import io.tidemark.exporter.TeamFeed;
import io.tidemark.schemas.Team;
import java.util.Map;
import java.util.stream.Stream;

/** How the exposing of results is: a part per team. */
public final class ExporterHealth {
    private static final String PART = "exporter";

    private ExporterHealth() {}

    /**
     * None fails: a team that cannot be read is tried again, and a restart does not help it.
     *
     * @param waiting teams whose topics are not read, each with what it lacks
     */
    public static Health of(ResultExporter exporter, Map<Team, String> waiting) {
        return new Health(
                true,
                Stream.concat(
                                exporter.teams().stream().map(ExporterHealth::part),
                                waiting.entrySet().stream().map(ExporterHealth::waiting))
                        .toList());
    }

    private static ComponentHealth waiting(Map.Entry<Team, String> team) {
        return new ComponentHealth(PART + "/" + team.getKey(), HealthState.DEGRADED, team.getValue());
    }

    private static ComponentHealth part(TeamFeed team) {
        String part = PART + "/" + team.team();
        if (team.stuck().isPresent()) {
            return new ComponentHealth(part, HealthState.DEGRADED, team.stuck().get());
        }
        return team.isReady()
                ? ComponentHealth.ready(part)
                : new ComponentHealth(part, HealthState.DEGRADED, "its topics are not read up to the start yet");
    }
}
