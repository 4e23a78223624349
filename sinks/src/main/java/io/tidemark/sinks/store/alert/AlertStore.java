package io.tidemark.sinks.store.alert;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetConflictException;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.TeamClaimedException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Alerts, mutes and the outbox of deliveries, in the result store. Thread-safe. Every call throws {@link StoreException} if the database is
 * away or refuses it.
 */
public interface AlertStore extends AutoCloseable {
    /**
     * Makes this store object the only one that dispatches alerts of these teams, in any process, until it is closed, its process ends, or
     * its connection is lost. A team that another one holds is not waited for: ask again.
     *
     * @return those that it holds now
     */
    Set<Team> claim(Set<Team> teams);

    /** How far each partition of the team was read; empty before the first commit. */
    Map<SourcePartition, SourceOffset> offsets(Team team);

    /** How far the sink that writes to the same store has read each partition of the team; empty if none ever did. */
    Map<SourcePartition, SourceOffset> sinkOffsets(Team team);

    /** What the rules of a team remember, by key. */
    Map<String, String> facts(Team team);

    /**
     * Stores a round.
     *
     * @throws TeamClaimedException if another process dispatches the team
     * @throws OffsetConflictException if the offsets have moved
     */
    void commit(AlertCommit commit);

    /** Alerts of a team that are PENDING or FIRING. */
    List<Alert> active(Team team);

    /** Active alerts, then those that ended, the newest first; at most {@code limit}. */
    List<Alert> newest(Team team, int limit);

    /** Alerts whose newest revision was not yet published to the topic, in order of their change. */
    List<Alert> unpublished(Team team);

    /** Notes that these revisions are on the topic. */
    void published(List<Alert> alerts);

    /** The PENDING rows of the outbox, the oldest first. */
    List<Delivery> pending(Team team);

    /** The alerts that these rows are about. */
    List<Alert> undelivered(Team team);

    /** All rows of the outbox of one alert, the oldest first. */
    List<Delivery> deliveries(AlertId alert);

    /** How many rows each receiver has in each state. */
    List<DeliveryCount> deliveryCounts(Team team);

    /** Replaces a row by its next state; a row that is not PENDING any more stays as it is. */
    void update(Delivery delivery);

    /** Mutes that have not ended at {@code now}. */
    List<Mute> mutes(Team team, Instant now);

    /**
     * Adds a mute, or replaces the one of the same id. One that says the same already stays as it is.
     *
     * @param audit who does it; stored with it, if it changes something
     * @return whether it changed something
     */
    boolean mute(Mute mute, AuditEvent audit);

    /**
     * Ends a mute.
     *
     * @param audit who does it; stored with it, if there is such a mute
     * @return whether there was one of that id
     */
    boolean unmute(Team team, String id, AuditEvent audit);

    /**
     * Deletes alerts that ended before {@code before}, with their deliveries.
     *
     * @return those that were deleted: their records on the topic get tombstones
     */
    List<AlertId> deleteEnded(Team team, Instant before);

    @Override
    void close();
}
