package io.tidemark.streams.processor;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.windows.SeriesQuota;

/**
 * What every processor of a team may use beside its topics.
 *
 * @param quota for the series of the team in this process
 * @param clock the brokers' time
 * @param usage of what else is limited
 */
public record TeamServices(
        SchemaRegistry registry, TeamMeters meters, SeriesQuota quota, BrokerClock clock, TeamUsage usage) {
    /** With nothing held yet, in a process with the default heap. */
    public TeamServices(SchemaRegistry registry, TeamMeters meters, SeriesQuota quota, BrokerClock clock) {
        this(registry, meters, quota, clock, new TeamUsage(quota.limit(), TeamUsage.DEFAULT_HEAP_BYTES));
    }

    /** With as many series as there are by default. */
    public TeamServices(SchemaRegistry registry, TeamMeters meters) {
        this(registry, meters, new SeriesQuota(SeriesQuota.DEFAULT), new BrokerClock());
    }

    /** With meters that are not exposed. */
    public static TeamServices withoutMeters(Team team, SchemaRegistry registry) {
        return new TeamServices(registry, TeamMeters.discarding(team));
    }
}
