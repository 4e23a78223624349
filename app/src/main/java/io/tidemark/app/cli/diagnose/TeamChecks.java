package io.tidemark.app.cli.diagnose;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.TopicBootstrapException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.common.acl.AclBinding;

/** What of a team's isolation an administrator can see: topics, principals of each kind, quotas, and rules that let others in. */
record TeamChecks(ClusterConnection connection, Team team) {
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
}
