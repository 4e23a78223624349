package io.tidemark.streams.processor;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.windows.SeriesQuota;

/**
 * What every processor of a team may use beside its topics.
 *
 * @param quota for the series of the team in this process
 * @param clock the brokers' time
 * @param usage of what else is limited
 * @param elapsed by which long work is cut into parts
 */
public record TeamServices(
        SchemaRegistry registry,
        TeamMeters meters,
        SeriesQuota quota,
        BrokerClock clock,
        TeamUsage usage,
        NanoClock elapsed) {
    /** With nothing held yet, in a process with the default heap, where no time passes while work is done. */
    public TeamServices(SchemaRegistry registry, TeamMeters meters, SeriesQuota quota, BrokerClock clock) {
        this(registry, meters, quota, clock, new TeamUsage(quota.limit(), TeamUsage.DEFAULT_HEAP_BYTES), () -> 0);
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
