package io.tidemark.streams.flow;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.streams.meter.TeamMeters;

/**
 * What every processor of a team may use beside its topics.
 *
 * @param places for the series of the team in this process
 * @param clock the brokers' time
 */
public record TeamTools(Registry registry, TeamMeters meters, SeriesPlaces places, BrokerClock clock) {
    /** With as many series as there are by default. */
    public TeamTools(Registry registry, TeamMeters meters) {
        this(registry, meters, new SeriesPlaces(SeriesPlaces.DEFAULT), new BrokerClock());
    }

    /** With meters that nobody reads. */
    public static TeamTools unmetered(Team team, Registry registry) {
        return new TeamTools(registry, TeamMeters.unread(team));
    }
}
