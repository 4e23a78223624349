package io.tidemark.sinks.store.jdbc.alert;

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
import io.tidemark.sinks.store.jdbc.SessionHolder;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Alerts in a database. Calls take turns over one connection, which is made anew after a failure. */
public final class JdbcAlertStore implements AlertStore {
    private final SessionHolder<AlertSession> sessions;

    /** A store that may be away: it is opened, and made or migrated as needed, at the first call that works. */
    public JdbcAlertStore(Database database, Migrations migrations) {
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
    public Map<String, String> facts(Team team) {
        return sessions.use("read", session -> session.facts(team));
    }

    @Override
    public void commit(AlertCommit commit) {
        sessions.use("written to", session -> session.commit(commit));
    }

    @Override
    public List<Alert> active(Team team) {
        return sessions.use("read", session -> session.alerts(AlertSql.ACTIVE, team.name()));
    }

    @Override
    public List<Alert> newest(Team team, int limit) {
        return sessions.use("read", session -> session.alerts(AlertSql.NEWEST, team.name(), limit));
    }

    @Override
    public List<Alert> unpublished(Team team) {
        return sessions.use("read", session -> session.alerts(AlertSql.UNPUBLISHED, team.name()));
    }

    @Override
    public void published(List<Alert> alerts) {
        sessions.use("written to", session -> session.published(alerts));
    }

    @Override
    public List<Delivery> pending(Team team) {
        return sessions.use("read", session -> session.deliveries(AlertSql.PENDING, team.name()));
    }

    @Override
    public List<Alert> undelivered(Team team) {
        return sessions.use("read", session -> session.alerts(AlertSql.UNDELIVERED, team.name()));
    }

    @Override
    public List<Delivery> deliveries(AlertId alert) {
        return sessions.use(
                "read",
                session -> session.deliveries(
                        AlertSql.DELIVERIES_OF,
                        alert.team().name(),
                        alert.fingerprint(),
                        AlertSql.micros(alert.startsAt())));
    }

    @Override
    public List<DeliveryCount> deliveryCounts(Team team) {
        return sessions.use("read", session -> session.deliveryCounts(team));
    }

    @Override
    public void update(Delivery delivery) {
        sessions.use("written to", session -> session.update(delivery));
    }

    @Override
    public List<Mute> mutes(Team team, Instant now) {
        return sessions.use("read", session -> session.mutes(team, now));
    }

    @Override
    public void mute(Mute mute) {
        sessions.use("written to", session -> session.mute(mute));
    }

    @Override
    public boolean unmute(Team team, String id) {
        return sessions.use("written to", session -> session.unmute(team, id));
    }

    @Override
    public List<AlertId> deleteEnded(Team team, Instant before) {
        return sessions.use("written to", session -> session.deleteEnded(team, before));
    }

    @Override
    public void close() {
        sessions.close();
    }
}
