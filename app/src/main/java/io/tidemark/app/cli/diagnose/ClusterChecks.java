package io.tidemark.app.cli.diagnose;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.kafka.AdminResults;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.serde.SchemaNotRegisteredException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.GroupListing;
import org.apache.kafka.common.GroupState;
import org.apache.kafka.common.KafkaException;

/** How a cluster is: Kafka, the registry, and the streams of each team that has topics there. */
record ClusterChecks(ClusterConnection connection) {
    private static final String KAFKA = "kafka";
    private static final String REGISTRY = "registry";

    /** What Kafka answered. */
    private record Answer(int brokers, List<Team> teams, Map<String, GroupListing> groups) {}

    /** Of Kafka and the registry. */
    List<Finding> connections() {
        return findings(answer -> List.of());
    }

    /** Of the streams too. */
    List<Finding> components() {
        return findings(ClusterChecks::streams);
    }

    private List<Finding> findings(Function<Answer, List<Finding>> more) {
        List<Finding> findings = new ArrayList<>();
        try {
            Answer answer = ask();
            findings.add(kafka(answer));
            findings.add(registry(answer));
            findings.addAll(more.apply(answer));
        } catch (OperationException | KafkaException | IllegalStateException e) {
            findings.add(Finding.failed(KAFKA, String.valueOf(e.getMessage()), "start it, or give another --kafka"));
            findings.add(registry(new Answer(0, List.of(), Map.of())));
        }
        return findings;
    }

    private Answer ask() {
        try (Admin admin = connection.admin()) {
            Set<String> topics = AdminResults.await(admin.listTopics().names(), "list topics");
            List<Team> teams = new TreeSet<>(topics.stream()
                            .flatMap(name -> Topic.locate(name).stream())
                            .map(located -> located.team().name())
                            .toList())
                    .stream().map(Team::new).toList();
            Map<String, GroupListing> groups = AdminResults.await(
                            admin.listGroups().all(), "list groups")
                    .stream()
                    .collect(Collectors.toMap(GroupListing::groupId, Function.identity()));
            int brokers = AdminResults.await(admin.describeCluster().nodes(), "count the brokers")
                    .size();
            return new Answer(brokers, teams, groups);
        }
    }

    private Finding kafka(Answer answer) {
        String fact = connection.bootstrapServers() + " answers, " + ValueText.count(answer.brokers(), "broker");
        return answer.teams().isEmpty()
                ? Finding.note(KAFKA, fact + ", no team has topics there", "`tidemark admin topics create --team NAME`")
                : Finding.ok(KAFKA, fact + ", teams " + answer.teams());
    }

    private Finding registry(Answer answer) {
        String url = connection.registry().url();
        Team asked = answer.teams().stream().findFirst().orElse(Team.DEFAULT);
        try {
            connection.schemas().ids(asked, Set.of(Topic.REQUESTS));
            return Finding.ok(REGISTRY, url + " answers");
        } catch (RegistryUnavailableException e) {
            return Finding.failed(REGISTRY, String.valueOf(e.getMessage()), "start it, or give another --registry");
        } catch (SchemaNotRegisteredException e) {
            return Finding.note(
                    REGISTRY,
                    url + " answers and does not know the schemas of team " + asked,
                    "`tidemark admin topics create --team " + asked + "`");
        }
    }

    private static List<Finding> streams(Answer answer) {
        return answer.teams().stream()
                .map(team -> streams(team, Optional.ofNullable(answer.groups().get(team.applicationId()))))
                .toList();
    }

    private static Finding streams(Team team, Optional<GroupListing> group) {
        String subject = "streams/" + team;
        GroupState state = group.flatMap(GroupListing::groupState).orElse(GroupState.DEAD);
        return switch (state) {
            case STABLE -> Finding.ok(subject, "running");
            case DEAD, EMPTY, UNKNOWN ->
                Finding.failed(subject, "not running", "`tidemark up` or `tidemark serve streams`");
            default -> Finding.note(subject, "sharing out its tasks (" + state + ")", "wait and ask again");
        };
    }
}
