package io.tidemark.sinks.store.jdbc.alert;

import static java.util.stream.Collectors.toSet;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.OffsetWriter;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.StoreIdentity;
import io.tidemark.sinks.store.jdbc.TeamLocks;
import io.tidemark.sinks.store.jdbc.Transactions;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** One connection that writes the tables of alerts. Not thread-safe. */
final class AlertSession implements SessionHolder.Session {
    private final Database store;
    private final Connection connection;
    private final Transactions transactions;
    private final RowUpdates updates;
    private final OffsetWriter offsets;
    private final StoreIdentity identity;
    private final TeamLocks locks;

    AlertSession(Database store, Connection connection) throws SQLException {
        this.store = store;
        this.connection = connection;
        this.transactions = new Transactions(store.dialect(), connection);
        this.updates = new RowUpdates(store.dialect(), connection);
        this.locks = new TeamLocks(store, connection, Database.ClaimRole.ALERTS);
        this.identity = new StoreIdentity(store, "alerts");
        this.offsets = transactions.run(() -> new OffsetWriter(connection, store, "alert_offsets"));
    }

    Set<Team> claim(Set<Team> teams) throws SQLException {
        return write(teams, () -> locks.claim(teams));
    }

    AlertCommit commit(AlertCommit commit) throws SQLException {
        return write(Set.of(commit.team()), () -> {
            locks.require(Set.of(commit.team()));
            for (Alert alert : commit.alerts()) {
                upsert(alert);
            }
            for (Delivery delivery : commit.deliveries()) {
                insert(delivery);
            }
            for (Map.Entry<String, Optional<String>> fact : commit.facts().entrySet()) {
                store(commit.team(), fact.getKey(), fact.getValue());
            }
            for (OffsetMove move : commit.offsets()) {
                offsets.move(move);
            }
            return commit;
        });
    }

    private void upsert(Alert alert) throws SQLException {
        AlertId id = alert.id();
        updates.execute(
                AlertSql.UPSERT_ALERT,
                id.team().name(),
                id.fingerprint(),
                AlertSql.micros(id.startsAt()),
                alert.name(),
                alert.severity(),
                ColumnValues.json(alert.labels()),
                ColumnValues.microsOrNull(alert.endsAt().orElse(null)),
                alert.state().name(),
                alert.reason(),
                alert.revision(),
                AlertSql.micros(alert.updatedAt()),
                ColumnValues.json(alert.annotations()),
                alert.inhibitedBy());
    }

    private void insert(Delivery delivery) throws SQLException {
        AlertId id = delivery.alert();
        updates.execute(
                AlertSql.INSERT_DELIVERY,
                id.team().name(),
                id.fingerprint(),
                AlertSql.micros(id.startsAt()),
                delivery.status().name(),
                delivery.receiver(),
                delivery.state().name(),
                delivery.attempts(),
                AlertSql.micros(delivery.created()),
                AlertSql.micros(delivery.nextAttempt()),
                delivery.error(),
                ColumnValues.microsOrNull(delivery.finished().orElse(null)));
    }

    private void store(Team team, String fact, Optional<String> content) throws SQLException {
        if (content.isPresent()) {
            updates.execute(AlertSql.UPSERT_FACT, team.name(), fact, content.get());
        } else {
            updates.execute(AlertSql.DELETE_FACT, team.name(), fact);
        }
    }

    int update(Delivery delivery) throws SQLException {
        AlertId id = delivery.alert();
        return write(
                Set.of(id.team()),
                () -> updates.execute(
                        AlertSql.UPDATE_DELIVERY,
                        delivery.state().name(),
                        delivery.attempts(),
                        AlertSql.micros(delivery.nextAttempt()),
                        delivery.error(),
                        ColumnValues.microsOrNull(delivery.finished().orElse(null)),
                        id.team().name(),
                        id.fingerprint(),
                        AlertSql.micros(id.startsAt()),
                        delivery.status().name(),
                        delivery.receiver()));
    }

    int published(List<Alert> alerts) throws SQLException {
        return write(teamsOf(alerts.stream().map(Alert::id)), () -> {
            int changed = 0;
            for (Alert alert : alerts) {
                AlertId id = alert.id();
                changed += updates.execute(
                        AlertSql.PUBLISHED,
                        alert.revision(),
                        id.team().name(),
                        id.fingerprint(),
                        AlertSql.micros(id.startsAt()),
                        alert.revision());
            }
            return changed;
        });
    }

    int delete(List<AlertId> alerts) throws SQLException {
        return write(teamsOf(alerts.stream()), () -> {
            int deleted = 0;
            for (AlertId id : alerts) {
                Object[] key = {id.team().name(), id.fingerprint(), AlertSql.micros(id.startsAt())};
                deleted +=
                        updates.execute(AlertSql.DELETE_DELIVERIES, key) + updates.execute(AlertSql.DELETE_ALERT, key);
            }
            return deleted;
        });
    }

    boolean mute(Mute mute, AuditEvent audit) throws SQLException {
        return write(Set.of(mute.team()), () -> {
            int rows = updates.execute(
                    AlertSql.UPSERT_MUTE,
                    mute.team().name(),
                    mute.id(),
                    ColumnValues.json(mute.labels()),
                    AlertSql.micros(mute.from()),
                    AlertSql.micros(mute.until()),
                    mute.reason(),
                    mute.by());
            if (rows > 0) {
                AuditTable.add(store.dialect(), connection, Optional.of(mute.team()), audit);
            }
            return rows > 0;
        });
    }

    boolean unmute(Team team, String id, AuditEvent audit) throws SQLException {
        return write(Set.of(team), () -> {
            boolean ended = updates.execute(AlertSql.DELETE_MUTE, team.name(), id) > 0;
            if (ended) {
                AuditTable.add(store.dialect(), connection, Optional.of(team), audit);
            }
            return ended;
        });
    }

    Map<SourcePartition, SourceOffset> offsets(Team team) throws SQLException {
        Map<SourcePartition, SourceOffset> all = write(Set.of(team), offsets::all);
        all.keySet().removeIf(partition -> !partition.team().equals(team));
        return all;
    }

    private static Set<Team> teamsOf(Stream<AlertId> alerts) {
        return alerts.map(AlertId::team).collect(toSet());
    }

    private <T> T write(Set<Team> teams, Transactions.Work<T> work) throws SQLException {
        identity.require();
        return transactions.run(teams, work);
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            locks.close();
        }
    }
}
