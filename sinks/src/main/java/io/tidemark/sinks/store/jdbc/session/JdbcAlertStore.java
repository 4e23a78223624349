package io.tidemark.sinks.store.jdbc.session;

import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;
import static io.tidemark.sinks.store.jdbc.ColumnValues.microsOrNull;
import static java.util.stream.Collectors.toSet;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.OffsetWriter;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import io.tidemark.sinks.store.jdbc.TeamLocks;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Stream;

/** Alerts in a database: one connection writes, another reads, so that reading never waits for a writer. Both are made anew after a failure. */
public final class JdbcAlertStore implements AlertStore {
    private final Database database;
    private final Migrations migrations;
    private final SessionHolder<Session> sessions;
    private Optional<QueryRunner> reads = Optional.empty();

    /** A store that may be away: it is opened, and made or migrated as needed, at the first call that works. */
    public JdbcAlertStore(Database database, Migrations migrations) {
        this.database = database;
        this.migrations = migrations;
        this.sessions = new SessionHolder<>(database, migrations, Session::new);
    }

    @Override
    public Set<Team> claim(Set<Team> teams) {
        return sessions.use("claimed", session -> session.rows.write(teams, () -> session.locks.claim(teams)));
    }

    @Override
    public Map<SourcePartition, SourceOffset> offsets(Team team) {
        return sessions.use("read", session -> {
            Map<SourcePartition, SourceOffset> all = session.rows.write(Set.of(team), session.offsets::all);
            all.keySet().removeIf(partition -> !partition.team().equals(team));
            return all;
        });
    }

    @Override
    public Map<SourcePartition, SourceOffset> sinkOffsets(Team team) {
        Map<SourcePartition, SourceOffset> offsets = new HashMap<>();
        reads().list(
                        AlertSql.SINK_OFFSETS,
                        row -> offsets.put(
                                new SourcePartition(team, row.text("topic"), row.integer("kafka_partition")),
                                new SourceOffset(row.text("topic_id"), row.longInteger("next_offset"))),
                        team.name());
        return offsets;
    }

    @Override
    public Map<String, String> facts(Team team) {
        Map<String, String> facts = new LinkedHashMap<>();
        reads().list(AlertSql.FACTS, row -> facts.put(row.text("fact"), row.text("content")), team.name());
        return facts;
    }

    @Override
    public void commit(AlertCommit commit) {
        sessions.use("written to", session -> session.rows.write(Set.of(commit.team()), () -> session.store(commit)));
    }

    @Override
    public List<Alert> active(Team team) {
        return reads().list(AlertSql.ACTIVE, AlertSql::alert, team.name());
    }

    @Override
    public List<Alert> newest(Team team, int limit) {
        return reads().list(AlertSql.NEWEST, AlertSql::alert, team.name(), limit);
    }

    @Override
    public List<Alert> unpublished(Team team) {
        return reads().list(AlertSql.UNPUBLISHED, AlertSql::alert, team.name());
    }

    @Override
    public void published(List<Alert> alerts) {
        sessions.use(
                "written to",
                session -> session.rows.write(teamsOf(alerts.stream().map(Alert::id)), () -> {
                    int changed = 0;
                    for (Alert alert : alerts) {
                        AlertId id = alert.id();
                        changed += session.updates.execute(
                                AlertSql.PUBLISHED,
                                alert.revision(),
                                id.team().name(),
                                id.fingerprint(),
                                micros(id.startsAt()),
                                alert.revision());
                    }
                    return changed;
                }));
    }

    @Override
    public List<Delivery> pending(Team team) {
        return reads().list(AlertSql.PENDING, AlertSql::delivery, team.name());
    }

    @Override
    public List<Alert> undelivered(Team team) {
        return reads().list(AlertSql.UNDELIVERED, AlertSql::alert, team.name());
    }

    @Override
    public List<Delivery> deliveries(AlertId alert) {
        return reads().list(
                        AlertSql.DELIVERIES_OF,
                        AlertSql::delivery,
                        alert.team().name(),
                        alert.fingerprint(),
                        micros(alert.startsAt()));
    }

    @Override
    public List<DeliveryCount> deliveryCounts(Team team) {
        return reads().list(AlertSql.DELIVERY_COUNTS, AlertSql::deliveryCount, team.name());
    }

    @Override
    public void update(Delivery delivery) {
        AlertId id = delivery.alert();
        sessions.use(
                "written to",
                session -> session.rows.write(
                        Set.of(id.team()),
                        () -> session.updates.execute(
                                AlertSql.UPDATE_DELIVERY,
                                delivery.state().name(),
                                delivery.attempts(),
                                micros(delivery.nextAttempt()),
                                delivery.error(),
                                microsOrNull(delivery.finished().orElse(null)),
                                id.team().name(),
                                id.fingerprint(),
                                micros(id.startsAt()),
                                delivery.status().name(),
                                delivery.receiver())));
    }

    @Override
    public List<Mute> mutes(Team team, Instant now) {
        return reads().list(AlertSql.MUTES, AlertSql::mute, team.name(), micros(now));
    }

    @Override
    public boolean mute(Mute mute, AuditEvent audit) {
        return sessions.use(
                "written to",
                session -> session.rows.writeAudited(
                        mute.team(),
                        audit,
                        () -> session.updates.execute(
                                        AlertSql.UPSERT_MUTE,
                                        mute.team().name(),
                                        mute.id(),
                                        ColumnValues.json(mute.labels()),
                                        micros(mute.from()),
                                        micros(mute.until()),
                                        mute.reason(),
                                        mute.by())
                                > 0));
    }

    @Override
    public boolean unmute(Team team, String id, AuditEvent audit) {
        return sessions.use(
                "written to",
                session -> session.rows.writeAudited(
                        team, audit, () -> session.updates.execute(AlertSql.DELETE_MUTE, team.name(), id) > 0));
    }

    @Override
    public List<AlertId> deleteEnded(Team team, Instant before) {
        List<AlertId> ended = reads().list(AlertSql.ENDED, AlertSql::alert, team.name(), micros(before)).stream()
                .map(Alert::id)
                .toList();
        sessions.use(
                "written to",
                session -> session.rows.write(teamsOf(ended.stream()), () -> {
                    int deleted = 0;
                    for (AlertId id : ended) {
                        Object[] key = {id.team().name(), id.fingerprint(), micros(id.startsAt())};
                        deleted += session.updates.execute(AlertSql.DELETE_DELIVERIES, key)
                                + session.updates.execute(AlertSql.DELETE_ALERT, key);
                    }
                    return deleted;
                }));
        return ended;
    }

    /** One connection that writes. Not thread-safe. */
    private static final class Session implements SessionHolder.Session {
        private final UpdateSession rows;
        private final RowUpdates updates;
        private final OffsetWriter offsets;
        private final TeamLocks locks;

        Session(Database store, Connection connection) throws SQLException {
            this.rows = new UpdateSession(store, connection, "alerts");
            this.updates = rows.updates();
            this.locks = new TeamLocks(store, connection, Database.ClaimRole.ALERTS);
            this.offsets = rows.write(Set.of(), () -> new OffsetWriter(connection, store, "alert_offsets"));
        }

        AlertCommit store(AlertCommit commit) throws SQLException {
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
        }

        private void upsert(Alert alert) throws SQLException {
            AlertId id = alert.id();
            updates.execute(
                    AlertSql.UPSERT_ALERT,
                    id.team().name(),
                    id.fingerprint(),
                    micros(id.startsAt()),
                    alert.name(),
                    alert.severity(),
                    ColumnValues.json(alert.labels()),
                    microsOrNull(alert.endsAt().orElse(null)),
                    alert.state().name(),
                    alert.reason(),
                    alert.revision(),
                    micros(alert.updatedAt()),
                    ColumnValues.json(alert.annotations()),
                    alert.inhibitedBy());
        }

        private void insert(Delivery delivery) throws SQLException {
            AlertId id = delivery.alert();
            updates.execute(
                    AlertSql.INSERT_DELIVERY,
                    id.team().name(),
                    id.fingerprint(),
                    micros(id.startsAt()),
                    delivery.status().name(),
                    delivery.receiver(),
                    delivery.state().name(),
                    delivery.attempts(),
                    micros(delivery.created()),
                    micros(delivery.nextAttempt()),
                    delivery.error(),
                    microsOrNull(delivery.finished().orElse(null)));
        }

        private void store(Team team, String fact, Optional<String> content) throws SQLException {
            if (content.isPresent()) {
                updates.execute(AlertSql.UPSERT_FACT, team.name(), fact, content.get());
            } else {
                updates.execute(AlertSql.DELETE_FACT, team.name(), fact);
            }
        }

        @Override
        public void close() throws SQLException {
            try {
                rows.close();
            } finally {
                locks.close();
            }
        }
    }

    private static Set<Team> teamsOf(Stream<AlertId> alerts) {
        return alerts.map(AlertId::team).collect(toSet());
    }

    /** The connection that writes makes or migrates the store first. */
    private synchronized QueryRunner reads() {
        if (reads.isEmpty()) {
            sessions.connect();
            reads = Optional.of(new QueryRunner(database, migrations));
        }
        return reads.get();
    }

    @Override
    public synchronized void close() {
        sessions.close();
        reads.ifPresent(QueryRunner::close);
    }
}
