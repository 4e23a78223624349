package io.tidemark.sinks.store.postgres;

import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.function.Predicate;
import java.util.stream.Collectors;

/**
 * Roles and row security of a store, as its catalogue says.
 *
 * @param schema of the store, quoted
 * @param database of the store, quoted
 * @param admitted whether a role may write, by team and role
 * @param roles of the teams that are there, with what they have
 * @param tables those that hold teams' rows
 * @param bypassing logins that no policy holds: superusers, and roles with BYPASSRLS
 * @param teamless roles that may read tables, and belong to no team
 * @param openToAll whether everybody may make tables and functions in the schema
 */
public record TeamRoleState(
        String schema,
        String database,
        Map<Team, Map<String, Boolean>> admitted,
        Map<String, RoleRights> roles,
        List<TableSecurity> tables,
        List<String> bypassing,
        List<String> teamless,
        boolean openToAll) {
    static final String ADMISSIONS = "team_roles";

    /** The table of changes: what was done to a team stays known when its rows go. */
    private static final String AUDIT = "audit";

    /**
     * What a role has.
     *
     * @param reads every table and view
     * @param writes every table of teams' rows
     * @param neededElsewhere whether it has or owns something outside the store
     */
    public record RoleRights(boolean reads, boolean writes, boolean neededElsewhere) {}

    /**
     * How a table is secured.
     *
     * @param enforced whether row security is on, for the owner too
     * @param complete whether it has the policies that it must have
     * @param partition whether it is a part of another table: roles have no rights to it by its own name
     */
    public record TableSecurity(String name, boolean enforced, boolean complete, boolean partition) {}

    public TeamRoleState {
        admitted = Map.copyOf(admitted);
        roles = Map.copyOf(roles);
        tables = List.copyOf(tables);
        bypassing = List.copyOf(bypassing);
        teamless = List.copyOf(teamless);
    }

    /** Tables whose rows every reader sees. */
    public List<String> unsecured() {
        return tables.stream()
                .filter(table -> !table.enforced() || !table.complete())
                .map(TableSecurity::name)
                .toList();
    }

    /** Roles of a team that have all of their kind's rights. */
    public List<TeamRole> whole(Team team) {
        return TeamRole.of(team).stream()
                .filter(role -> isAdmitted(role) && isGranted(role))
                .toList();
    }

    private boolean isAdmitted(TeamRole role) {
        Boolean writes = admitted.getOrDefault(role.team(), Map.of()).get(role.name());
        return writes != null && writes == role.kind().writes();
    }

    private boolean isGranted(TeamRole role) {
        RoleRights rights = roles.get(role.name());
        return rights != null
                && rights.reads()
                && (rights.writes() || !role.kind().writes());
    }

    /** What a team lacks, in the order in which it is made. */
    public List<RoleChange> missing(Team team) {
        List<RoleChange> changes = new ArrayList<>();
        for (TeamRole role : TeamRole.of(team)) {
            if (!roles.containsKey(role.name())) {
                changes.add(made(RoleChange.ROLE, role.name(), List.of("CREATE ROLE " + role.name() + " LOGIN")));
            }
            if (!isGranted(role)) {
                changes.add(made("grant", "tables of " + schema + " to " + role, grants(role)));
            }
            if (!isAdmitted(role)) {
                changes.add(made("rows", "of team " + team + " to " + role, List.of(admission(role))));
            }
        }
        if (tables.stream().anyMatch(table -> !table.complete())) {
            changes.add(made("policy", "of every table of " + schema, List.of(PostgresStore.rights())));
        }
        // The table of the roles comes last: row security of it says that the store is secured.
        tables.stream()
                .filter(table -> !table.enforced())
                .sorted(Comparator.comparing(table -> table.name().equals(ADMISSIONS)))
                .forEach(table -> changes.add(made(
                        "policy",
                        "enforced on " + table.name(),
                        List.of("ALTER TABLE " + place(table)
                                + " ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY"))));
        return changes;
    }

    /** How many things a team consists of in a store. */
    public int size() {
        return TeamRole.Kind.values().length * 3 + 1 + tables.size();
    }

    private List<String> grants(TeamRole role) {
        List<String> sql = new ArrayList<>(List.of(
                "GRANT USAGE ON SCHEMA " + schema + " TO " + role.name(),
                "GRANT SELECT ON ALL TABLES IN SCHEMA " + schema + " TO " + role.name()));
        if (role.kind().writes()) {
            sql.add("GRANT TEMPORARY ON DATABASE " + database + " TO " + role.name());
            sql.add("GRANT INSERT, UPDATE, DELETE ON "
                    + places(table -> !table.partition() && !table.name().equals(ADMISSIONS)) + " TO " + role.name());
        }
        String partitions = places(TableSecurity::partition);
        if (!partitions.isEmpty()) {
            sql.add("REVOKE ALL ON " + partitions + " FROM " + role.name());
        }
        return sql;
    }

    private String admission(TeamRole role) {
        return "INSERT INTO " + schema + "." + ADMISSIONS + " (role, team, writes) VALUES ('" + role.name() + "', '"
                + role.team() + "', " + (role.kind().writes() ? 1 : 0)
                + ") ON CONFLICT (role, team) DO UPDATE SET writes = excluded.writes";
    }

    /** What takes a team's roles away; a role that has or owns something outside the store stays, without rights in it. */
    public List<RoleChange> removal(Team team) {
        List<RoleChange> changes = new ArrayList<>();
        Set<String> gone = admitted.getOrDefault(team, Map.of()).keySet();
        gone.stream()
                .sorted()
                .forEach(role -> changes.add(removed(
                        "rows",
                        "of team " + team + " from " + role,
                        List.of("DELETE FROM " + schema + "." + ADMISSIONS + " WHERE team = '" + team + "' AND role = '"
                                + role.replace("'", "''") + "'"))));
        for (TeamRole role : TeamRole.of(team)) {
            RoleRights rights = roles.get(role.name());
            if (rights == null) {
                continue;
            }
            changes.add(removed(
                    "grant",
                    "tables of " + schema + " from " + role,
                    List.of(
                            "REVOKE ALL ON ALL TABLES IN SCHEMA " + schema + " FROM " + role.name(),
                            "REVOKE ALL ON SCHEMA " + schema + " FROM " + role.name(),
                            "REVOKE ALL ON DATABASE " + database + " FROM " + role.name())));
            if (!rights.neededElsewhere()) {
                changes.add(removed(RoleChange.ROLE, role.name(), List.of("DROP ROLE " + role.name())));
            }
        }
        return changes;
    }

    /** What deletes a team's rows but those of its audit, the row of the team last, which others refer to. */
    public List<RoleChange> removalOfRows(Team team) {
        return tables.stream()
                .filter(table -> !table.partition())
                .map(TableSecurity::name)
                .filter(table -> !table.equals(ADMISSIONS) && !table.equals(AUDIT))
                .sorted(Comparator.<String, Boolean>comparing("teams"::equals).thenComparing(Comparator.naturalOrder()))
                .map(table -> removed(
                        "data",
                        "rows of team " + team + " in " + table,
                        List.of("DELETE FROM " + schema + "." + table + " WHERE team = '" + team + "'")))
                .toList();
    }

    /** Roles by team, with whether they write. */
    public Map<String, Map<String, Boolean>> byTeam() {
        Map<String, Map<String, Boolean>> all = new TreeMap<>();
        admitted.forEach((team, held) -> all.put(team.name(), new TreeMap<>(held)));
        return all;
    }

    private String places(Predicate<TableSecurity> chosen) {
        return tables.stream().filter(chosen).map(this::place).collect(Collectors.joining(", "));
    }

    private String place(TableSecurity table) {
        return schema + "." + table.name();
    }

    private static RoleChange made(String thing, String name, List<String> sql) {
        return new RoleChange(true, thing, name, sql);
    }

    private static RoleChange removed(String thing, String name, List<String> sql) {
        return new RoleChange(false, thing, name, sql);
    }
}
