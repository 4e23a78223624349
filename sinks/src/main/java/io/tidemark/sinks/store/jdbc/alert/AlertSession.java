package io.tidemark.sinks.store.jdbc.alert;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.StoreGoneException;
import io.tidemark.sinks.store.TeamClaimedException;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.DeliveryState;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.OffsetWriter;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.Transactions;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** One connection over the tables of alerts. Not thread-safe. */
final class AlertSession implements SessionHolder.Session {
    private final Database store;
    private final Dialect dialect;
    private final Connection connection;
    private final Transactions transactions;
    private final OffsetWriter offsets;
    private final Optional<Object> identity;
    private final Map<Team, Database.Claim> claims = new HashMap<>();

    AlertSession(Database store, Connection connection) throws SQLException {
        this.store = store;
        this.dialect = store.dialect();
        this.connection = connection;
        this.transactions = new Transactions(dialect, connection);
        this.identity = store.identity();
        this.offsets = transactions.run(() -> new OffsetWriter(connection, store, "alert_offsets"));
    }

    Set<Team> claim(Set<Team> teams) throws SQLException {
        return write(() -> {
            Set<Team> held = new HashSet<>();
            for (Team team : teams) {
                if (claim(team)) {
                    held.add(team);
                }
            }
            return held;
        });
    }

    private boolean claim(Team team) throws SQLException {
        if (!claims.containsKey(team)) {
            store.claim(connection, Database.ClaimRole.ALERTS, team).ifPresent(made -> claims.put(team, made));
        }
        return claims.containsKey(team);
    }

    AlertCommit commit(AlertCommit commit) throws SQLException {
        return write(() -> {
            if (!claim(commit.team())) {
                throw new TeamClaimedException(commit.team(), "store " + store, Database.ClaimRole.ALERTS.words());
            }
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
        execute(
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
        execute(
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
            execute(AlertSql.UPSERT_FACT, team.name(), fact, content.get());
        } else {
            execute(AlertSql.DELETE_FACT, team.name(), fact);
        }
    }

    int update(Delivery delivery) throws SQLException {
        AlertId id = delivery.alert();
        return write(() -> execute(
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
        return write(() -> {
            int changed = 0;
            for (Alert alert : alerts) {
                AlertId id = alert.id();
                changed += execute(
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

    List<AlertId> deleteEnded(Team team, Instant before) throws SQLException {
        return write(() -> {
            List<AlertId> deleted = new ArrayList<>();
            for (Alert alert : list(AlertSql.ENDED, AlertSql::alert, team.name(), AlertSql.micros(before))) {
                AlertId id = alert.id();
                Object[] key = {team.name(), id.fingerprint(), AlertSql.micros(id.startsAt())};
                execute(AlertSql.DELETE_DELIVERIES, key);
                execute(AlertSql.DELETE_ALERT, key);
                deleted.add(id);
            }
            return deleted;
        });
    }

    int mute(Mute mute) throws SQLException {
        return write(() -> execute(
                AlertSql.UPSERT_MUTE,
                mute.team().name(),
                mute.id(),
                ColumnValues.json(mute.labels()),
                AlertSql.micros(mute.from()),
                AlertSql.micros(mute.until()),
                mute.why(),
                mute.by()));
    }

    boolean unmute(Team team, String id) throws SQLException {
        return write(() -> execute(AlertSql.DELETE_MUTE, team.name(), id)) > 0;
    }

    Map<SourcePartition, SourceOffset> offsets(Team team) throws SQLException {
        Map<SourcePartition, SourceOffset> all = write(offsets::all);
        all.keySet().removeIf(partition -> !partition.team().equals(team));
        return all;
    }

    Map<String, String> facts(Team team) throws SQLException {
        Map<String, String> facts = new LinkedHashMap<>();
        read(AlertSql.FACTS, row -> facts.put(row.text("fact"), row.text("content")), team.name());
        return facts;
    }

    List<Alert> alerts(String sql, Object... parameters) throws SQLException {
        return read(sql, AlertSql::alert, parameters);
    }

    List<Delivery> deliveries(String sql, Object... parameters) throws SQLException {
        return read(sql, AlertSql::delivery, parameters);
    }

    List<DeliveryCount> deliveryCounts(Team team) throws SQLException {
        return read(
                AlertSql.DELIVERY_COUNTS,
                row -> new DeliveryCount(
                        row.text("receiver"), DeliveryState.valueOf(row.text("state")), row.longInteger("deliveries")),
                team.name());
    }

    List<Mute> mutes(Team team, Instant now) throws SQLException {
        return read(AlertSql.MUTES, AlertSql::mute, team.name(), AlertSql.micros(now));
    }

    private <T> List<T> read(String sql, QueryRunner.Mapper<T> mapper, Object... parameters) throws SQLException {
        return write(() -> list(sql, mapper, parameters));
    }

    private <T> T write(Transactions.Work<T> work) throws SQLException {
        requireThere();
        return transactions.run(work);
    }

    /** What is written to a file that was deleted goes nowhere. */
    private void requireThere() {
        if (!identity.equals(store.identity())) {
            throw new StoreGoneException("store " + store + " was deleted or replaced while alerts were written to it");
        }
    }

    private <T> List<T> list(String sql, QueryRunner.Mapper<T> mapper, Object... parameters) throws SQLException {
        List<T> found = new ArrayList<>();
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            try (ResultSet rows = statement.executeQuery()) {
                RowFields fields = new RowFields(rows);
                while (rows.next()) {
                    found.add(mapper.map(fields));
                }
            }
        }
        return found;
    }

    private int execute(String sql, @Nullable Object... parameters) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            bind(statement, parameters);
            return statement.executeUpdate();
        }
    }

    private void bind(PreparedStatement statement, @Nullable Object... parameters) throws SQLException {
        for (int i = 0; i < parameters.length; i++) {
            Object value = parameters[i];
            if (value == null) {
                statement.setNull(i + 1, Types.BIGINT);
            } else {
                statement.setObject(i + 1, dialect.bound(value));
            }
        }
    }

    @Override
    public void close() throws SQLException {
        try {
            connection.close();
        } finally {
            for (Database.Claim claim : claims.values()) {
                claim.end();
            }
        }
    }
}
