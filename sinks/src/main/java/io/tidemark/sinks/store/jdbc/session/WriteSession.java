package io.tidemark.sinks.store.jdbc.session;

import static java.util.stream.Collectors.toSet;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.RefusedException;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.StoreGoneException;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.OffsetWriter;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.TeamLocks;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.jdbc.query.RunActivityTable;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.retention.ExperimentRetention;
import io.tidemark.sinks.store.retention.PruneScope;
import io.tidemark.sinks.store.retention.PrunedRows;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** One connection that writes, with its statements. Not thread-safe. */
final class WriteSession implements SessionHolder.Session {
    /** Names the store in messages. */
    private final String where;

    private final Dialect dialect;
    private final Connection connection;
    private final Transactions transactions;
    private final ChangeWriter changes;
    private final OffsetWriter offsets;
    private final Database store;
    private final Optional<Object> identity;
    private final TeamLocks locks;

    WriteSession(Database store, Connection connection) throws SQLException {
        this.store = store;
        this.identity = store.identity();
        this.locks = new TeamLocks(store, connection, Database.ClaimRole.SINK);
        this.where = "store " + store;
        this.dialect = store.dialect();
        this.connection = connection;
        this.transactions = new Transactions(dialect, connection);
        this.changes = transactions.run(() -> new ChangeWriter(dialect, connection));
        this.offsets = new OffsetWriter(connection, store, "sink_offsets");
    }

    /** Stores all of a batch, or nothing. @throws RefusedException if some of it will never be taken */
    WriteBatch write(WriteBatch batch) throws SQLException {
        requireThere();
        try {
            return written(batch);
        } catch (SQLException e) {
            RefusedChangeFinder refusals = new RefusedChangeFinder(dialect, connection, changes);
            if (!refusals.isRefusal(e)) {
                throw e;
            }
            Map<Integer, String> reasons = refusals.of(batch.changes());
            if (reasons.isEmpty()) {
                throw e;
            }
            throw new RefusedException(where, reasons, e);
        }
    }

    private WriteBatch written(WriteBatch batch) throws SQLException {
        Set<Team> teams =
                batch.offsets().stream().map(move -> move.partition().team()).collect(Collectors.toSet());
        return transactions.run(teamsOf(batch), () -> {
            locks.require(teams);
            changes.discard();
            changes.write(teams, batch.changes());
            for (OffsetMove move : batch.offsets()) {
                offsets.move(move);
            }
            return batch;
        });
    }

    private static Set<Team> teamsOf(WriteBatch batch) {
        return Stream.concat(
                        batch.offsets().stream().map(move -> move.partition().team()),
                        batch.changes().stream().map(StoreChange::team))
                .collect(Collectors.toSet());
    }

    /** What is written to a file that was deleted goes nowhere. */
    private void requireThere() {
        if (!identity.equals(store.identity())) {
            throw new StoreGoneException(where + " was deleted or replaced while it was written to: it is made anew,"
                    + " and filled with what Kafka still holds");
        }
    }

    /** @return those that this session has now */
    Set<Team> claim(Set<Team> teams) throws SQLException {
        requireThere();
        return transactions.run(() -> locks.claim(teams));
    }

    Map<SourcePartition, SourceOffset> offsets() throws SQLException {
        return transactions.run(offsets::all);
    }

    boolean markLost(RunActivity run, Instant at, String reason) throws SQLException {
        return transactions.run(run.run().team(), () -> RunActivityTable.markLost(connection, run, at, reason));
    }

    PrunedRows prune(RunKey run, PruneScope scope, AuditEvent audit) throws SQLException {
        return transactions.run(run.team(), () -> {
            PrunedRows pruned = RunPruning.prune(dialect, connection, run, scope);
            if (pruned.total() > 0) {
                AuditTable.add(dialect, connection, Optional.of(run.team()), audit);
            }
            return pruned;
        });
    }

    ExperimentRetention overrideRetention(ExperimentRetention kept, AuditEvent audit) throws SQLException {
        return transactions.run(kept.team(), () -> {
            ExperimentRetentionTable.upsert(new RowUpdates(dialect, connection), kept);
            AuditTable.add(dialect, connection, Optional.of(kept.team()), audit);
            return kept;
        });
    }

    Team clearRetentionOverride(Team team, String experiment, AuditEvent audit) throws SQLException {
        return transactions.run(team, () -> {
            ExperimentRetentionTable.delete(new RowUpdates(dialect, connection), team, experiment);
            AuditTable.add(dialect, connection, Optional.of(team), audit);
            return team;
        });
    }

    AuditEvent addAudit(Optional<Team> team, AuditEvent audit) throws SQLException {
        return transactions.run(team.map(Set::of).orElse(Set.of()), () -> {
            AuditTable.add(dialect, connection, team, audit);
            return audit;
        });
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            locks.close();
        }
    }

    /** Finds the changes of a refused batch that will never be taken, by halves; changes nothing. */
    static final class RefusedChangeFinder {
        private final Dialect dialect;
        private final Connection connection;
        private final ChangeWriter writer;

        RefusedChangeFinder(Dialect dialect, Connection connection, ChangeWriter writer) {
            this.dialect = dialect;
            this.connection = connection;
            this.writer = writer;
        }

        /** Whether an error is about what a change holds: the database will not take it, or no row can be made of it. */
        boolean isRefusal(SQLException error) {
            return error instanceof UnmappableRecordException || dialect.refuses(error);
        }

        /** The error's words by a change's place; none if the database takes each change by itself. */
        Map<Integer, String> of(List<StoreChange> changes) throws SQLException {
            Set<Team> teams = changes.stream().map(StoreChange::team).collect(toSet());
            return new Transactions(dialect, connection).attempt(teams, () -> {
                Map<Integer, String> found = new TreeMap<>();
                find(changes, 0, found);
                return found;
            });
        }

        private void find(List<StoreChange> changes, int firstPlace, Map<Integer, String> found) throws SQLException {
            Optional<SQLException> refusal = refusal(changes);
            if (refusal.isEmpty()) {
                return;
            }
            if (changes.size() == 1) {
                found.put(firstPlace, oneLine(String.valueOf(refusal.get().getMessage())));
                return;
            }
            int half = changes.size() / 2;
            find(changes.subList(0, half), firstPlace, found);
            find(changes.subList(half, changes.size()), firstPlace + half, found);
        }

        /** Servers add what it is about and hints on lines of their own. */
        private static String oneLine(String description) {
            return description.replaceAll("\\s+", " ");
        }

        private Optional<SQLException> refusal(List<StoreChange> changes) throws SQLException {
            try {
                Transactions.attemptWithin(connection, () -> {
                    writer.discard();
                    writer.write(Set.of(), changes);
                });
                return Optional.empty();
            } catch (SQLException e) {
                if (isRefusal(e)) {
                    return Optional.of(e);
                }
                throw e;
            }
        }
    }
}
