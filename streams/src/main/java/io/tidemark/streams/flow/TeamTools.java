package io.tidemark.streams.flow;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.streams.meter.TeamMeters;

/** What every processor of a team may use beside its topics. */
public record TeamTools(Registry registry, TeamMeters meters) {
    /** With meters that nobody reads. */
    public static TeamTools unmetered(Team team, Registry registry) {
        return new TeamTools(registry, TeamMeters.unread(team));
    }
}
