package io.tidemark.sinks.store.baseline;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;

/**
 * Writes the baselines of a result store, also while a sink writes to it; {@link io.tidemark.sinks.store.read.ResultReader#baselines} reads
 * them. Thread-safe. Every call throws {@link StoreException} if the database is away or refuses it.
 */
public interface BaselineStore extends AutoCloseable {
    /**
     * Adds a baseline, or replaces the team's of that name. Its runs are kept from then on: they are not pruned while it names them.
     *
     * @param audit who does it; stored with it
     * @throws StoreException if the store does not hold one of its runs
     */
    void set(Baseline baseline, AuditEvent audit);

    /**
     * Removes a baseline; its runs stay.
     *
     * @param audit who does it; stored with it, if there is such a baseline
     * @return whether there was one of that name
     */
    boolean remove(Team team, String name, AuditEvent audit);

    @Override
    void close();
}
