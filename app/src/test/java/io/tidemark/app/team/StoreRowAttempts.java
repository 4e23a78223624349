package io.tidemark.app.team;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;

/** What a database login can try on a table or view of a store, and what comes of it. It is found in the catalogue, so that new tables are tried too. */
final class StoreRowAttempts {
    private static final Set<String> OF_NO_TEAM = Set.of("store_version");
    private static final String ADMISSIONS = "team_roles";

    private StoreRowAttempts() {}

    /** What came of an attempt. */
    enum Outcome {
        DONE("**yes**"),
        NO_ROW("no row"),
        REFUSED("refused");

        private final String words;

        Outcome(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }
    }

    /** @param kind table or view */
    record Relation(String name, String kind, List<Column> columns) {
        boolean hasTeam() {
            return !OF_NO_TEAM.contains(name);
        }

        boolean isAdmissions() {
            return name.equals(ADMISSIONS);
        }

        /** A row of a team; another {@code sign} makes another key, but where a key refers to another table. */
        String row(String team, int sign) {
            return "INSERT INTO " + name + " ("
                    + columns.stream().map(Column::name).collect(Collectors.joining(", ")) + ") VALUES ("
                    + columns.stream().map(column -> column.value(team, sign)).collect(Collectors.joining(", "))
                    + ") ON CONFLICT DO NOTHING";
        }

        @Override
        public String toString() {
            return kind + " " + name;
        }
    }

    record Column(String name, String type, boolean refers) {
        String value(String team, int sign) {
            if (name.equals("team")) {
                return "'" + team + "'";
            }
            int value = refers ? 0 : sign;
            return switch (name) {
                // What views show only of final results of all requests.
                case "request_class" -> "'all'";
                case "finality" -> "'FINAL'";
                default -> ofType(value);
            };
        }

        private String ofType(int value) {
            return switch (type) {
                case "text" -> "'" + value + "'";
                case "bytea" -> "'\\x00'";
                case "timestamp with time zone" -> "now()";
                default -> Integer.toString(value);
            };
        }
    }

    /** What is tried with rows of a team. */
    enum Verb {
        READ("read"),
        INSERT("insert"),
        UPDATE("update"),
        MOVE("give to another team"),
        DELETE("delete");

        private final String words;

        Verb(String words) {
            this.words = words;
        }

        String words() {
            return words;
        }

        boolean appliesTo(Relation relation) {
            return this != MOVE || relation.hasTeam();
        }

        /** Everything is undone. */
        Outcome attempt(Connection user, Relation relation, String team, String another) throws SQLException {
            String of = relation.name() + (relation.hasTeam() ? " WHERE team = '" + team + "'" : "");
            String column = relation.columns().get(0).name();
            user.setAutoCommit(false);
            try (Statement statement = user.createStatement()) {
                return switch (this) {
                    case READ -> outcome(() -> count(statement, "SELECT COUNT(*) FROM " + of));
                    case INSERT ->
                        outcome(() -> {
                            statement.executeUpdate(relation.row(team, 1));
                            return 1;
                        });
                    case UPDATE ->
                        outcome(() -> statement.executeUpdate(
                                "UPDATE " + of.replaceFirst(" |$", " SET " + column + " = " + column + " ")));
                    case MOVE ->
                        outcome(() -> statement.executeUpdate(
                                "UPDATE " + of.replaceFirst(" |$", " SET team = '" + another + "' ")));
                    case DELETE -> outcome(() -> statement.executeUpdate("DELETE FROM " + of));
                };
            } finally {
                user.rollback();
            }
        }

        /** @param login its reader, its service, another's reader, another's service, no team's */
        Outcome expected(Relation relation, int login) {
            boolean own = login < 2;
            if (this == READ) {
                return own || !relation.hasTeam() ? Outcome.DONE : Outcome.NO_ROW;
            }
            boolean writable = relation.kind().equals("table") && relation.hasTeam() && !relation.isAdmissions();
            boolean isService = login == 1 || login == 3;
            if (!writable || !isService) {
                return Outcome.REFUSED;
            }
            if (own) {
                // Among its rows is one of the team's admission, which is young.
                boolean changesAudit = this != INSERT && relation.name().equals("audit");
                return this == MOVE || changesAudit ? Outcome.REFUSED : Outcome.DONE;
            }
            return this == INSERT ? Outcome.REFUSED : Outcome.NO_ROW;
        }
    }

    @FunctionalInterface
    private interface Attempt {
        long rows() throws SQLException;
    }

    /** A refusal is one of rights, of a view that nobody can write, or of the audit's trigger. Another failure comes after the rights, of rows that refer to each other. */
    private static Outcome outcome(Attempt attempt) throws SQLException {
        try {
            return attempt.rows() > 0 ? Outcome.DONE : Outcome.NO_ROW;
        } catch (SQLException e) {
            return switch (String.valueOf(e.getSQLState())) {
                case "42501", "55000", "0A000", "428C9", "P0001" -> Outcome.REFUSED;
                case "23503" -> Outcome.DONE;
                default -> throw e;
            };
        }
    }

    private static long count(Statement statement, String sql) throws SQLException {
        try (ResultSet row = statement.executeQuery(sql)) {
            row.next();
            return row.getLong(1);
        }
    }

    /** All of the schema but partitions, whose names are of the day, and to which no role has a right: see PostgresTeamRowsTest. */
    static List<Relation> relations(Connection superuser) throws SQLException {
        List<Relation> relations = new ArrayList<>();
        try (Statement statement = superuser.createStatement();
                ResultSet row = statement.executeQuery("SELECT c.relname, c.relkind IN ('v') FROM pg_class c"
                        + " WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v')"
                        + " AND NOT c.relispartition ORDER BY 2, 1")) {
            while (row.next()) {
                String name = row.getString(1);
                relations.add(new Relation(name, row.getBoolean(2) ? "view" : "table", columns(superuser, name)));
            }
        }
        return relations;
    }

    private static List<Column> columns(Connection superuser, String relation) throws SQLException {
        List<Column> columns = new ArrayList<>();
        try (Statement statement = superuser.createStatement();
                ResultSet row = statement.executeQuery("SELECT a.attname, format_type(a.atttypid, NULL), EXISTS ("
                        + "SELECT 1 FROM pg_constraint k WHERE k.conrelid = a.attrelid AND k.contype = 'f' AND a.attnum = ANY (k.conkey))"
                        + " FROM pg_attribute a WHERE a.attrelid = '" + relation
                        + "'::regclass AND a.attnum > 0 AND NOT a.attisdropped ORDER BY a.attnum")) {
            while (row.next()) {
                columns.add(new Column(row.getString(1), row.getString(2), row.getBoolean(3)));
            }
        }
        return columns;
    }

    /** Gives each team a row in each table, and so in each view. */
    static void fill(Connection superuser, List<String> teams) throws SQLException {
        try (Statement statement = superuser.createStatement()) {
            statement.execute(
                    "SET session_replication_role = replica"); // rows may come before those that they refer to
            for (Relation relation : relations(superuser)) {
                for (String team : teams) {
                    if (relation.kind().equals("table") && relation.hasTeam() && !relation.isAdmissions()) {
                        statement.execute(relation.row(team, 0));
                    }
                }
            }
        }
    }
}
