package io.tidemark.sinks.store.jdbc.session;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertId;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.DeliveryCount;
import io.tidemark.sinks.store.alert.DeliveryState;
import io.tidemark.sinks.store.alert.Mute;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.RowFields;
import java.sql.SQLException;

/** The statements over the tables of alerts, and the rows that they give. */
final class AlertSql {
    private static final String ALERT_ORDER = " ORDER BY updated_micros, fingerprint, starts_micros";
    private static final String DELIVERY_ORDER = " ORDER BY created_micros, fingerprint, starts_micros, status";

    static final String UPSERT_ALERT =
            "INSERT INTO alerts (team, fingerprint, starts_micros, alertname, severity, labels,"
                    + " ends_micros, state, reason, revision, updated_micros, annotations, inhibited_by)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?) ON CONFLICT (team, fingerprint, starts_micros) DO UPDATE"
                    + " SET ends_micros = excluded.ends_micros, state = excluded.state, reason = excluded.reason,"
                    + " revision = excluded.revision, updated_micros = excluded.updated_micros,"
                    + " annotations = excluded.annotations, inhibited_by = excluded.inhibited_by"
                    + " WHERE excluded.revision > alerts.revision";
    static final String ACTIVE = "SELECT * FROM alerts WHERE team = ? AND state IN ('PENDING', 'FIRING')" + ALERT_ORDER;
    static final String NEWEST = "SELECT * FROM alerts WHERE team = ?"
            + " ORDER BY CASE WHEN state IN ('PENDING', 'FIRING') THEN 0 ELSE 1 END, updated_micros DESC, fingerprint"
            + " LIMIT ?";
    static final String UNPUBLISHED =
            "SELECT * FROM alerts WHERE team = ? AND published_revision < revision" + ALERT_ORDER;
    static final String PUBLISHED = "UPDATE alerts SET published_revision = ?"
            + " WHERE team = ? AND fingerprint = ? AND starts_micros = ? AND published_revision < ?";
    static final String ENDED = "SELECT * FROM alerts WHERE team = ? AND state IN ('RESOLVED', 'EVENT')"
            + " AND updated_micros < ? AND published_revision = revision" + ALERT_ORDER;
    static final String DELETE_ALERT = "DELETE FROM alerts WHERE team = ? AND fingerprint = ? AND starts_micros = ?";
    static final String DELETE_DELIVERIES =
            "DELETE FROM alert_deliveries WHERE team = ? AND fingerprint = ? AND starts_micros = ?";

    static final String INSERT_DELIVERY =
            "INSERT INTO alert_deliveries (team, fingerprint, starts_micros, status, receiver,"
                    + " state, attempts, created_micros, next_attempt_micros, error, finished_micros)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
                    + " ON CONFLICT (team, fingerprint, starts_micros, status, receiver) DO NOTHING";
    static final String UPDATE_DELIVERY = "UPDATE alert_deliveries"
            + " SET state = ?, attempts = ?, next_attempt_micros = ?, error = ?, finished_micros = ?"
            + " WHERE team = ? AND fingerprint = ? AND starts_micros = ? AND status = ? AND receiver = ?"
            + " AND state = 'PENDING'";
    static final String PENDING =
            "SELECT * FROM alert_deliveries WHERE team = ? AND state = 'PENDING'" + DELIVERY_ORDER;
    static final String UNDELIVERED = "SELECT * FROM alerts WHERE team = ? AND EXISTS (SELECT 1 FROM alert_deliveries"
            + " WHERE alert_deliveries.team = alerts.team AND alert_deliveries.fingerprint = alerts.fingerprint"
            + " AND alert_deliveries.starts_micros = alerts.starts_micros AND alert_deliveries.state = 'PENDING')"
            + ALERT_ORDER;
    static final String DELIVERIES_OF =
            "SELECT * FROM alert_deliveries WHERE team = ? AND fingerprint = ? AND starts_micros = ?" + DELIVERY_ORDER;
    static final String DELIVERY_COUNTS = "SELECT receiver, state, COUNT(*) AS deliveries FROM alert_deliveries"
            + " WHERE team = ? GROUP BY receiver, state ORDER BY receiver, state";

    static final String UPSERT_MUTE =
            "INSERT INTO alert_mutes (team, mute, labels, from_micros, until_micros, reason, set_by)"
                    + " VALUES (?, ?, ?, ?, ?, ?, ?) ON CONFLICT (team, mute) DO UPDATE SET labels = excluded.labels,"
                    + " from_micros = excluded.from_micros, until_micros = excluded.until_micros, reason = excluded.reason,"
                    + " set_by = excluded.set_by WHERE alert_mutes.labels <> excluded.labels"
                    + " OR alert_mutes.until_micros <> excluded.until_micros OR alert_mutes.reason <> excluded.reason";
    static final String MUTES =
            "SELECT * FROM alert_mutes WHERE team = ? AND until_micros > ? ORDER BY from_micros, mute";
    static final String DELETE_MUTE = "DELETE FROM alert_mutes WHERE team = ? AND mute = ?";

    static final String SINK_OFFSETS =
            "SELECT topic, kafka_partition, topic_id, next_offset FROM sink_offsets WHERE team = ?";
    static final String FACTS = "SELECT fact, content FROM alert_facts WHERE team = ?";
    static final String UPSERT_FACT = "INSERT INTO alert_facts (team, fact, content) VALUES (?, ?, ?)"
            + " ON CONFLICT (team, fact) DO UPDATE SET content = excluded.content";
    static final String DELETE_FACT = "DELETE FROM alert_facts WHERE team = ? AND fact = ?";

    private AlertSql() {}

    static Alert alert(RowFields row) throws SQLException {
        return new Alert(
                new Team(row.text("team")),
                ImmutableSortedMap.copyOf(row.json("labels", ColumnValues.STRING_MAP)),
                row.instant("starts_micros"),
                row.instantIfAny("ends_micros"),
                AlertState.valueOf(row.text("state")),
                row.text("reason"),
                row.longInteger("revision"),
                row.instant("updated_micros"),
                ImmutableSortedMap.copyOf(row.json("annotations", ColumnValues.STRING_MAP)),
                row.text("inhibited_by"));
    }

    static Delivery delivery(RowFields row) throws SQLException {
        return new Delivery(
                new AlertId(new Team(row.text("team")), row.text("fingerprint"), row.instant("starts_micros")),
                AlertState.valueOf(row.text("status")),
                row.text("receiver"),
                DeliveryState.valueOf(row.text("state")),
                row.integer("attempts"),
                row.instant("created_micros"),
                row.instant("next_attempt_micros"),
                row.text("error"),
                row.instantIfAny("finished_micros"));
    }

    static DeliveryCount deliveryCount(RowFields row) throws SQLException {
        return new DeliveryCount(
                row.text("receiver"), DeliveryState.valueOf(row.text("state")), row.longInteger("deliveries"));
    }

    static Mute mute(RowFields row) throws SQLException {
        return new Mute(
                new Team(row.text("team")),
                row.text("mute"),
                ImmutableSortedMap.copyOf(row.json("labels", ColumnValues.STRING_MAP)),
                row.instant("from_micros"),
                row.instant("until_micros"),
                row.text("reason"),
                row.text("set_by"));
    }
}
