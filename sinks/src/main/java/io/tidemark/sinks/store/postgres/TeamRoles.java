package io.tidemark.sinks.store.postgres;

import io.tidemark.events.AuditEvent;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.jdbc.table.AuditTable;
import io.tidemark.sinks.store.postgres.TeamRoleState.RoleRights;
import io.tidemark.sinks.store.postgres.TeamRoleState.TableSecurity;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.postgresql.util.PasswordUtil;

/** Database roles of teams in one store, over a connection of an administrator of its server. Not thread-safe. */
public final class TeamRoles implements AutoCloseable {
    /** The policies of a table of teams' rows, and of the table of roles. */
    private static final int POLICIES = 5;

    private static final int POLICIES_OF_ADMISSIONS = 2;
    private static final String IN_STORE = "relnamespace = current_schema()::regnamespace";

    private static final String TABLES = """
            SELECT c.relname, c.relrowsecurity AND c.relforcerowsecurity,
                (SELECT COUNT(*) FROM pg_policy p WHERE p.polrelid = c.oid)
                    = CASE c.relname WHEN 'team_roles' THEN %d ELSE %d END
                AND EXISTS (SELECT 1 FROM pg_policy p WHERE p.polrelid = c.oid AND p.polname = 'whole_store'
                    AND p.polroles = ARRAY[c.relowner]),
                c.relispartition
            FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team' AND NOT a.attisdropped
            WHERE c.%s AND c.relkind IN ('r', 'p') ORDER BY c.relname""".formatted(POLICIES_OF_ADMISSIONS, POLICIES, IN_STORE);

    /** What it has outside the store is any dependency but on the store's relations, its schema and its database. */
    private static final String RIGHTS = """
            SELECT r.rolname,
                has_schema_privilege(r.oid, current_schema(), 'USAGE') AND (SELECT bool_and(has_table_privilege(r.oid, c.oid, 'SELECT'))
                    FROM pg_class c WHERE c.%1$s AND c.relkind IN ('r', 'p', 'v') AND NOT c.relispartition),
                has_database_privilege(r.oid, current_database(), 'TEMPORARY') AND (
                    SELECT bool_and(has_table_privilege(r.oid, c.oid, 'INSERT') AND has_table_privilege(r.oid, c.oid, 'UPDATE')
                        AND has_table_privilege(r.oid, c.oid, 'DELETE'))
                    FROM pg_class c JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team' AND NOT a.attisdropped
                    WHERE c.%1$s AND c.relkind IN ('r', 'p') AND NOT c.relispartition AND c.relname <> 'team_roles'),
                EXISTS (SELECT 1 FROM pg_shdepend d WHERE d.refclassid = 'pg_authid'::regclass AND d.refobjid = r.oid
                    AND NOT (d.dbid = (SELECT oid FROM pg_database WHERE datname = current_database())
                        AND d.classid = 'pg_class'::regclass AND d.deptype = 'a'
                        AND d.objid IN (SELECT oid FROM pg_class WHERE %1$s))
                    AND NOT (d.classid = 'pg_namespace'::regclass AND d.objid = current_schema()::regnamespace AND d.deptype = 'a')
                    AND NOT (d.classid = 'pg_database'::regclass AND d.deptype = 'a'
                        AND d.objid = (SELECT oid FROM pg_database WHERE datname = current_database())))
                OR EXISTS (SELECT 1 FROM team_roles t WHERE t.role = r.rolname
                    AND r.rolname NOT LIKE 'tidemark\\_' || replace(t.team, '-', '\\_') || '\\_%%')
            FROM pg_roles r WHERE r.rolname LIKE 'tidemark\\_%%'""".formatted(IN_STORE);

    private static final String BYPASSING =
            "SELECT rolname FROM pg_roles WHERE rolcanlogin AND (rolsuper OR rolbypassrls) ORDER BY rolname";

    private static final String TEAMLESS = """
            SELECT r.rolname FROM pg_roles r JOIN pg_class c ON c.oid = 'runs'::regclass
            WHERE NOT r.rolsuper AND NOT r.rolbypassrls AND r.rolname NOT LIKE 'pg\\_%'
                AND has_table_privilege(r.oid, c.oid, 'SELECT') AND NOT pg_has_role(r.oid, c.relowner, 'USAGE')
                AND NOT EXISTS (SELECT 1 FROM team_roles t WHERE pg_has_role(r.oid, to_regrole(quote_ident(t.role)), 'USAGE'))
            ORDER BY r.rolname""";

    private final PostgresAddress address;
    private final Connection connection;

    private TeamRoles(PostgresAddress address, Connection connection) {
        this.address = address;
        this.connection = connection;
    }

    /** @throws StoreException if the server is away, or there is no store that knows roles of teams */
    public static TeamRoles open(PostgresAddress address) {
        try {
            Connection connection = new PostgresDatabase(address).connectToWrite();
            try {
                TeamRoles roles = new TeamRoles(address, connection);
                roles.requireStore();
                return roles;
            } catch (SQLException | RuntimeException e) {
                connection.close();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException("store " + address + " cannot be opened: " + e.getMessage(), e);
        }
    }

    private void requireStore() throws SQLException {
        if (strings("SELECT to_regclass(quote_ident(current_schema()) || '.team_roles')::text")
                .isEmpty()) {
            throw new StoreException(
                    "there is no store at " + address + " yet: as its owner, tidemark admin store migrate");
        }
    }

    /** What is there now. */
    public TeamRoleState read() {
        try {
            TeamRoleState state = new TeamRoleState(
                    strings("SELECT quote_ident(current_schema())").get(0),
                    strings("SELECT quote_ident(current_database())").get(0),
                    admitted(),
                    rights(),
                    tables(),
                    strings(BYPASSING),
                    strings(TEAMLESS),
                    !strings("SELECT 1 WHERE has_schema_privilege('public', current_schema(), 'CREATE')")
                            .isEmpty());
            connection.rollback();
            return state;
        } catch (SQLException e) {
            throw new StoreException("store " + address + " could not be read: " + e.getMessage(), e);
        }
    }

    /**
     * Makes the changes, all or none. The server gets a hash of each password: it stands in no log of statements.
     *
     * @param passwords of roles that are made, by role; a role without one cannot log in with a password
     * @param team whose roles they are
     * @param audit who makes them; stored with them, if there is any change
     * @throws StoreException if one is refused; nothing is changed then
     */
    public void apply(List<RoleChange> changes, Map<String, String> passwords, Team team, AuditEvent audit) {
        try {
            try (Statement statement = connection.createStatement()) {
                for (RoleChange change : changes) {
                    for (String sql : change.sql()) {
                        statement.execute(sql);
                    }
                    String password = passwords.get(change.name());
                    if (change.makesRole() && password != null) {
                        statement.execute("ALTER ROLE " + change.name() + " PASSWORD '"
                                + PasswordUtil.encodeScramSha256(password.toCharArray()) + "'");
                    }
                }
                if (!changes.isEmpty()) {
                    AuditTable.add(new PostgresDialect(), connection, Optional.of(team), audit);
                }
                connection.commit();
            } catch (SQLException e) {
                connection.rollback();
                throw e;
            }
        } catch (SQLException e) {
            throw new StoreException(
                    "roles of store " + address + " could not be changed, and nothing was: " + e.getMessage(), e);
        }
    }

    private Map<Team, Map<String, Boolean>> admitted() throws SQLException {
        Map<Team, Map<String, Boolean>> admitted = new HashMap<>();
        query(
                "SELECT team, role, writes FROM team_roles",
                row -> admitted.computeIfAbsent(new Team(row.getString(1)), team -> new HashMap<>())
                        .put(row.getString(2), row.getLong(3) == 1));
        return admitted;
    }

    private Map<String, RoleRights> rights() throws SQLException {
        Map<String, RoleRights> rights = new HashMap<>();
        query(
                RIGHTS,
                row -> rights.put(
                        row.getString(1), new RoleRights(row.getBoolean(2), row.getBoolean(3), row.getBoolean(4))));
        return rights;
    }

    private List<TableSecurity> tables() throws SQLException {
        List<TableSecurity> tables = new ArrayList<>();
        query(
                TABLES,
                row -> tables.add(
                        new TableSecurity(row.getString(1), row.getBoolean(2), row.getBoolean(3), row.getBoolean(4))));
        return tables;
    }

    /** Without NULL. */
    private List<String> strings(String sql) throws SQLException {
        List<String> found = new ArrayList<>();
        query(sql, row -> {
            if (row.getString(1) != null) {
                found.add(row.getString(1));
            }
        });
        return found;
    }

    private void query(String sql, RowVisitor visitor) throws SQLException {
        try (PreparedStatement statement = connection.prepareStatement(sql);
                ResultSet rows = statement.executeQuery()) {
            while (rows.next()) {
                visitor.visit(rows);
            }
        }
    }

    @FunctionalInterface
    private interface RowVisitor {
        void visit(ResultSet row) throws SQLException;
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new StoreException("store " + address + " could not be closed: " + e.getMessage(), e);
        }
    }
}
