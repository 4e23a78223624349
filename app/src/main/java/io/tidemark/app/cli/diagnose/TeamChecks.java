package io.tidemark.app.cli.diagnose;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.TopicBootstrapException;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import io.tidemark.sinks.store.postgres.TeamRole;
import io.tidemark.sinks.store.postgres.TeamRoleState;
import io.tidemark.sinks.store.postgres.TeamRoles;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;

/** What of a team's isolation an administrator can see: topics, principals of each kind, quotas, and rules that let others in. */
record TeamChecks(ClusterConnection connection, Team team) {
    private static final String STORE_ROWS = "store rows";

    List<Finding> findings() {
        try (Admin admin = connection.admin()) {
            return findings(new AccessAdmin(admin).read());
        } catch (OperationException | TopicBootstrapException e) {
            return List.of(Finding.failed(
                    "team " + team, String.valueOf(e.getMessage()), "give an administrator's --kafka-config"));
        }
    }

    List<Finding> findings(ClusterAccess there) {
        List<Finding> findings = new ArrayList<>();
        findings.add(topics(there));
        Map<String, List<PrincipalKind>> principals = there.principals(team);
        for (PrincipalKind kind : PrincipalKind.values()) {
            findings.add(kind(kind, principals));
        }
        principals.keySet().stream()
                .filter(user -> !there.quotas().containsKey(user))
                .forEach(user -> findings.add(Finding.failed(
                        "quota",
                        user + " may take all of the brokers",
                        "`tidemark admin team add " + team + " --apply`")));
        there.foreignRules(team).stream()
                .sorted((one, other) -> AccessChange.description(one).compareTo(AccessChange.description(other)))
                .forEach(rule -> findings.add(foreign(rule)));
        return findings;
    }

    private Finding topics(ClusterAccess there) {
        List<String> missing = Arrays.stream(Topic.values())
                .map(topic -> topic.in(team))
                .filter(name -> !there.topics().contains(name))
                .toList();
        return missing.isEmpty()
                ? Finding.ok("topics", "all " + Topic.values().length + " of team " + team + " are there")
                : Finding.failed("topics", "missing " + missing, "`tidemark admin team add " + team + " --apply`");
    }

    private Finding kind(PrincipalKind kind, Map<String, List<PrincipalKind>> principals) {
        List<String> users = principals.entrySet().stream()
                .filter(user -> user.getValue().contains(kind))
                .map(Map.Entry::getKey)
                .toList();
        return users.isEmpty()
                ? Finding.failed(
                        kind.word(),
                        "nobody has all rights of one that " + kind.purpose() + " of team " + team,
                        "`tidemark admin team add " + team + " --apply`")
                : Finding.ok(kind.word(), String.join(", ", users));
    }

    private Finding foreign(AclBinding rule) {
        return Finding.note(
                "acl",
                "no kind of principal of team " + team + " has it: " + AccessChange.description(rule),
                "delete it with kafka-acls.sh unless you want it");
    }

    /** Who has the rights of each kind on a team's subjects in a registry with users, and who else reaches them. */
    static List<Finding> inRegistry(RegistryAccess there, Team team) {
        List<Finding> findings = new ArrayList<>();
        for (PrincipalKind kind : PrincipalKind.values()) {
            String subject = "registry/" + kind.word();
            List<String> users = there.users(team, kind);
            findings.add(
                    users.isEmpty()
                            ? Finding.failed(
                                    subject,
                                    "no user of the registry has all rights of one that " + kind.purpose() + " of team "
                                            + team,
                                    "`tidemark admin team add " + team + " --registry-users FILE --apply`")
                            : Finding.ok(subject, String.join(", ", users)));
        }
        there.foreignRights(team)
                .forEach(right -> findings.add(Finding.note(
                        "registry/right",
                        "no kind of principal of team " + team + " has it: " + right,
                        "take it out of the file of users unless you want it")));
        return findings;
    }

    /** What of a team's isolation a PostgreSQL store shows: its database roles, row security, and who gets around it. */
    static List<Finding> inStore(PostgresAddress address, Team team) {
        try (TeamRoles roles = TeamRoles.open(address)) {
            return inStore(roles.read(), team);
        } catch (StoreException e) {
            return List.of(
                    Finding.failed(STORE_ROWS, String.valueOf(e.getMessage()), "give an administrator's --store"));
        }
    }

    private static List<Finding> inStore(TeamRoleState there, Team team) {
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
                                STORE_ROWS,
                                "row security holds on all " + there.tables().size() + " tables")
                        : Finding.failed(STORE_ROWS, "no row security on " + unsecured, add));
        if (there.openToAll()) {
            findings.add(Finding.failed(
                    STORE_ROWS,
                    "everybody may make tables in schema " + there.schema(),
                    "`REVOKE CREATE ON SCHEMA " + there.schema() + " FROM PUBLIC`"));
        }
        if (!there.teamless().isEmpty()) {
            findings.add(Finding.note(
                    STORE_ROWS,
                    there.teamless() + " may read tables, and see no row of any team",
                    "`GRANT " + new TeamRole(team, TeamRole.Kind.READER).name()
                            + " TO` those that are to read this team"));
        }
        findings.add(Finding.note(
                STORE_ROWS,
                "no row security holds for " + there.bypassing(),
                "let nobody use these but administrators"));
        return findings;
    }
}
