package io.tidemark.sinks.store;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.MaintenanceResult;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * Where results are kept. Writing is for one thread of one sink; reading is for anyone, at any time, in any process.
 *
 * <p>Rows are upserted by their natural keys, so storing a record twice is storing it once. A FINAL window or step result is
 * never replaced by one that is not; of two that are as final, a window's higher revision and a result's later record hold.
 */
public interface ResultStore extends AutoCloseable {
    /**
     * Stores all of a batch in one transaction, or nothing.
     *
     * @throws OffsetConflictException if the offsets have moved
     * @throws RefusedException if the database will never take some of the changes
     */
    void write(WriteBatch batch);

    /** How far each partition has been stored. */
    Map<SourcePartition, SourceOffset> offsets();

    /**
     * Makes this store object the only one that writes what these teams' topics hold, in any process, until it is closed, its process ends, or
     * its connection is lost. A team that another has is not waited for: ask again.
     *
     * @return those that it has now
     */
    Set<Team> claim(Set<Team> teams);

    /**
     * Takes out what is past its retention at {@code now}, and thins windows, of a team. For any thread: it has a connection of its own, and
     * small transactions, so that writing goes on meanwhile. Doing it twice is doing it once; a close ends it early.
     */
    MaintenanceResult maintain(Team team, Retention retention, Instant now);

    /** Runs of a team that are reported as running, each with when anything of it last came; without those that are held for lost, and imports. */
    List<RunActivity> runningRuns(Team team);

    /**
     * Holds a run for lost: it is reported as running, but nothing of it came since {@code run.lastHeard()}. Its provisional windows
     * become incomplete. Whatever comes of it later takes that back.
     *
     * @return whether it is: not, if anything came since
     */
    boolean markLost(RunActivity run, Instant at, String reason);

    /**
     * Takes a run's rows out; a run that is not there has none. What is still to come of it from Kafka is stored again.
     *
     * @param audit who does it; stored with it unless no row goes
     */
    PrunedRows prune(RunKey run, PruneScope scope, AuditEvent audit);

    /**
     * Gives an experiment a retention of its own, which every sink of this store applies from then on.
     *
     * @param audit who does it; stored with it
     */
    void overrideRetention(ExperimentRetention kept, AuditEvent audit);

    /**
     * Takes an experiment's own retention away.
     *
     * @param audit who does it; stored with it
     */
    void clearRetentionOverride(Team team, String experiment, AuditEvent audit);

    /**
     * Stores a change that was made elsewhere than in the store or on Kafka.
     *
     * @param team whose; empty for a change of all teams, which only the owner of a store with teams may store
     */
    void addAudit(Optional<Team> team, AuditEvent audit);

    /** Opens a reader of its own; the caller closes it. */
    ResultReader reader();

    @Override
    void close();
}
