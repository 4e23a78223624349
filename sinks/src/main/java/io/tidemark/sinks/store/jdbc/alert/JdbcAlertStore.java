package io.tidemark.sinks.store.jdbc.alert;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertCommit;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.jdbc.Database;
import io.tidemark.sinks.store.jdbc.Migrations;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.SessionHolder;
import java.time.Instant;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/** Alerts in a database: one connection writes, another reads, so that reading never waits for a writer. Both are made anew after a failure. */
public final class JdbcAlertStore implements AlertStore {
    private final Database database;
    private final Migrations migrations;
    private final SessionHolder<AlertSession> sessions;
    private Optional<QueryRunner> reads = Optional.empty();

    /** A store that may be away: it is opened, and made or migrated as needed, at the first call that works. */
    public JdbcAlertStore(Database database, Migrations migrations) {
        this.database = database;
        this.migrations = migrations;
        this.sessions = new SessionHolder<>(database, migrations, AlertSession::new);
    }

    @Override
    public Set<Team> claim(Set<Team> teams) {
        return sessions.use("claimed", session -> session.claim(teams));
    }

    @Override
    public Map<SourcePartition, SourceOffset> offsets(Team team) {
        return sessions.use("read", session -> session.offsets(team));
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
        sessions.use("written to", session -> session.commit(commit));
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
        sessions.use("written to", session -> session.published(alerts));
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
                        AlertSql.micros(alert.startsAt()));
    }

    @Override
    public List<DeliveryCount> deliveryCounts(Team team) {
        return reads().list(AlertSql.DELIVERY_COUNTS, AlertSql::deliveryCount, team.name());
    }

    @Override
    public void update(Delivery delivery) {
        sessions.use("written to", session -> session.update(delivery));
    }

    @Override
    public List<Mute> mutes(Team team, Instant now) {
        return reads().list(AlertSql.MUTES, AlertSql::mute, team.name(), AlertSql.micros(now));
    }

    @Override
    public boolean mute(Mute mute, AuditEvent audit) {
        return sessions.use("written to", session -> session.mute(mute, audit));
    }

    @Override
    public boolean unmute(Team team, String id, AuditEvent audit) {
        return sessions.use("written to", session -> session.unmute(team, id, audit));
    }

    @Override
    public List<AlertId> deleteEnded(Team team, Instant before) {
        List<AlertId> ended =
                reads().list(AlertSql.ENDED, AlertSql::alert, team.name(), AlertSql.micros(before)).stream()
                        .map(Alert::id)
                        .toList();
        sessions.use("written to", session -> session.delete(ended));
        return ended;
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
