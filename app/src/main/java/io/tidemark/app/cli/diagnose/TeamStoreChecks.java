package io.tidemark.app.cli.diagnose;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import io.tidemark.sinks.store.postgres.TeamRole;
import io.tidemark.sinks.store.postgres.TeamRoleState;
import io.tidemark.sinks.store.postgres.TeamRoles;
import java.util.ArrayList;
import java.util.List;

/** What of a team's isolation a PostgreSQL store shows: its database roles, row security, and who gets around it. */
record TeamStoreChecks(PostgresAddress address, Team team) {
    private static final String SUBJECT = "store rows";

    List<Finding> findings() {
        try (TeamRoles roles = TeamRoles.open(address)) {
            return findings(roles.read());
        } catch (StoreException e) {
            return List.of(Finding.failed(SUBJECT, String.valueOf(e.getMessage()), "give an administrator's --store"));
        }
    }

    List<Finding> findings(TeamRoleState there) {
        List<Finding> findings = new ArrayList<>();
        String add = "`tidemark admin team add " + team + " --store-only --apply`";
        List<TeamRole> whole = there.whole(team);
        for (TeamRole role : TeamRole.of(team)) {
            findings.add(
                    whole.contains(role)
                            ? Finding.ok("store " + role.kind().word(), role.name())
                            : Finding.failed(
                                    "store " + role.kind().word(), role.name() + " is not there or lacks rights", add));
        }
        List<String> unsecured = there.unsecured();
        findings.add(
                unsecured.isEmpty()
                        ? Finding.ok(
                                SUBJECT,
                                "row security holds on all " + there.tables().size() + " tables")
                        : Finding.failed(SUBJECT, "no row security on " + unsecured, add));
        if (there.openToAll()) {
            findings.add(Finding.failed(
                    SUBJECT,
                    "everybody may make tables in schema " + there.schema(),
                    "`REVOKE CREATE ON SCHEMA " + there.schema() + " FROM PUBLIC`"));
        }
        if (!there.teamless().isEmpty()) {
            findings.add(Finding.note(
                    SUBJECT,
                    there.teamless() + " may read tables, and see no row of any team",
                    "`GRANT " + new TeamRole(team, TeamRole.Kind.READER).name()
                            + " TO` those that are to read this team"));
        }
        findings.add(Finding.note(
                SUBJECT, "no row security holds for " + there.bypassing(), "let nobody use these but administrators"));
        return findings;
    }
}
