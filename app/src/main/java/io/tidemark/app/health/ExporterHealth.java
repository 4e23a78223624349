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
     * A team that is not read any longer has failed; only a restart helps where none is, and none is waited for.
     *
     * @param waiting teams that have no topics yet, each with what it lacks
     */
    public static Health of(ResultExporter exporter, Map<Team, String> waiting) {
        return new Health(
                !waiting.isEmpty() || exporter.teams().stream().anyMatch(TeamFeed::isAlive),
                Stream.concat(
                                exporter.teams().stream().map(ExporterHealth::part),
                                waiting.entrySet().stream().map(ExporterHealth::waiting))
                        .toList());
    }

    /** Of a process that does more than that: a restart for the sake of its exporter would cost the rest. */
    public static Health partOf(ResultExporter exporter) {
        return new Health(true, of(exporter, Map.of()).parts());
    }

    private static ComponentHealth waiting(Map.Entry<Team, String> team) {
        return new ComponentHealth(PART + "/" + team.getKey(), HealthState.DEGRADED, team.getValue());
    }

    private static ComponentHealth part(TeamFeed team) {
        String part = PART + "/" + team.team();
        if (!team.isAlive()) {
            return new ComponentHealth(
                    part, HealthState.FAILED, "its topics are not read any longer; the log says why");
        }
        if (team.stuck().isPresent()) {
            return new ComponentHealth(part, HealthState.DEGRADED, team.stuck().get());
        }
        return team.isReady()
                ? ComponentHealth.ready(part)
                : new ComponentHealth(part, HealthState.DEGRADED, "its topics are not read up to the start yet");
    }
}
