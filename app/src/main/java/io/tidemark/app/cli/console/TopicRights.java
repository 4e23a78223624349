package io.tidemark.app.cli.console;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.console.change.ChangeRefusedException;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.sinks.store.read.run.RunKey;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/**
 * What the login of a cluster may write, which a change of a run needs.
 *
 * @param written topics of the run's team
 */
record TopicRights(ClusterConnection connection, List<Topic> written) {
    /**
     * Those of the teams whose topics the login may write.
     *
     * @throws UnavailableException if Kafka does not answer
     */
    Set<Team> writable(List<Team> teams) {
        try (Admin admin = connection.admin()) {
            return teams.stream()
                    .filter(team -> missing(admin, team).isEmpty())
                    .collect(Collectors.toUnmodifiableSet());
        }
    }

    /**
     * Returns if the run can be one, and the login may write its team's topics.
     *
     * @throws InvalidValueException if the run has no run's id
     * @throws ChangeRefusedException if a right is missing
     * @throws UnavailableException if Kafka does not answer
     */
    void require(RunKey run) {
        if (!Ulid.isValid(run.run())) {
            throw new InvalidValueException("run", run.run(), "must be the 26 characters of a run's id");
        }
        try (Admin admin = connection.admin()) {
            missing(admin, run.team()).ifPresent(description -> {
                throw new ChangeRefusedException("nothing was changed, because the console may not: " + description);
            });
        }
    }

    /** In words; empty if nothing is. */
    private Optional<String> missing(Admin admin, Team team) {
        List<String> topics = written.stream().map(topic -> topic.in(team)).toList();
        try {
            return admin
                    .describeTopics(topics, new DescribeTopicsOptions().includeAuthorizedOperations(true))
                    .allTopicNames()
                    .get()
                    .values()
                    .stream()
                    .filter(topic -> !mayWrite(topic))
                    .map(topic -> "its Kafka login may not write topic " + topic.name())
                    .findFirst();
        } catch (ExecutionException e) {
            if (e.getCause() instanceof AuthorizationException
                    || e.getCause() instanceof UnknownTopicOrPartitionException) {
                return Optional.of("its Kafka login sees no topics " + String.join(" and ", topics) + ": "
                        + e.getCause().getMessage());
            }
            throw new UnavailableException("Kafka at " + connection.bootstrapServers() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new UnavailableException("Kafka at " + connection.bootstrapServers() + ": interrupted", e);
        }
    }

    /** A cluster without an authorizer allows everything. */
    private static boolean mayWrite(TopicDescription topic) {
        Set<AclOperation> may = topic.authorizedOperations();
        return may == null || may.contains(AclOperation.WRITE) || may.contains(AclOperation.ALL);
    }
}
