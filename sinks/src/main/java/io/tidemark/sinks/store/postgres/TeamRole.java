package io.tidemark.sinks.store.postgres;

import io.tidemark.schemas.Team;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;

/** A database role of a team. It belongs to the server, so one role serves all stores of the server that admit it. */
public record TeamRole(Team team, Kind kind) {
    /** What a role is for. */
    public enum Kind {
        /** Reads the team's rows. */
        READER,
        /** Reads and writes them: sink, alerts, baselines. */
        SERVICE;

        /** For people and in names: {@code reader}. */
        public String word() {
            return name().toLowerCase(Locale.ROOT);
        }

        boolean writes() {
            return this == SERVICE;
        }
    }

    /** One of each kind. */
    public static List<TeamRole> of(Team team) {
        return Arrays.stream(Kind.values())
                .map(kind -> new TeamRole(team, kind))
                .toList();
    }

    /** {@code tidemark_perf_reader}. A team's name has no underscore, so no two teams share a role. */
    public String name() {
        return "tidemark_" + team.name().replace('-', '_') + "_" + kind.word();
    }

    @Override
    public String toString() {
        return name() + " (" + kind.word() + ")";
    }
}
