package io.tidemark.sinks.store.jdbc.table;

import com.google.common.collect.ImmutableMap;
import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.Dialect;
import io.tidemark.sinks.store.jdbc.RowUpdates;
import io.tidemark.sinks.store.jdbc.StoreTable;
import java.sql.Connection;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/** Table of changes of settings and data. Rows are added and never changed; triggers of the database see to that. */
public final class AuditTable {
    /** What the team column holds for a change that is about all teams. */
    public static final String ALL_TEAMS = "";

    private static final String LOGIN = "login";

    /** By column. */
    private static final ImmutableMap<String, Function<AuditEvent, Object>> FIELDS =
            ImmutableMap.<String, Function<AuditEvent, Object>>builder()
                    .put("at_micros", event -> ColumnValues.micros(event.getAt()))
                    .put("action", AuditEvent::getAction)
                    .put("subject", AuditEvent::getSubject)
                    .put("details", event -> ColumnValues.json(event.getDetails()))
                    .put("os_user", AuditEvent::getUser)
                    .put(LOGIN, AuditEvent::getLogin)
                    .put("host", AuditEvent::getHost)
                    .put("address", AuditEvent::getAddress)
                    .build();

    private static final String INSERT = "INSERT INTO audit (team, id, " + String.join(", ", FIELDS.keySet())
            + ", appended_micros) VALUES (" + String.join(", ", Collections.nCopies(FIELDS.size() + 3, "?")) + ")";

    private AuditTable() {}

    /** As records of the topic bring them. */
    public static StoreTable<AuditEvent> events() {
        StoreTable.Builder<AuditEvent> table = StoreTable.<AuditEvent>named("audit")
                .key("id", row -> row.event().getId());
        FIELDS.forEach((column, value) -> table.column(column, row -> value.apply(row.event())));
        return table.column("appended_micros", row -> ColumnValues.micros(row.appended()))
                .keepFirst();
    }

    /**
     * Adds the row of a change in the transaction that makes the change. The login is the one that the database knows.
     *
     * @param team whose settings or data changed; empty for all teams
     */
    public static void add(Dialect dialect, Connection connection, Optional<Team> team, AuditEvent event)
            throws SQLException {
        String login = connection.getMetaData().getUserName();
        AuditEvent known = login == null || !event.getLogin().isEmpty()
                ? event
                : AuditEvent.newBuilder(event).setLogin(login).build();
        List<Object> values = new ArrayList<>(List.of(team.map(Team::name).orElse(ALL_TEAMS), known.getId()));
        FIELDS.values().forEach(value -> values.add(value.apply(known)));
        values.add(ColumnValues.micros(known.getAt()));
        new RowUpdates(dialect, connection).execute(INSERT, values.toArray());
    }
}
