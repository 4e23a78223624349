package io.tidemark.app.cli.console;

import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.DescribeTopicsOptions;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.errors.AuthorizationException;
import org.apache.kafka.common.errors.UnknownTopicOrPartitionException;

/** Whether the login of a cluster may write topics of a team. */
final class TopicRights {
    private TopicRights() {}

    /**
     * What is missing, in words; empty if nothing is.
     *
     * @throws CommandException if Kafka does not answer
     */
    static Optional<String> missing(ClusterConnection connection, Team team, List<Topic> written) {
        List<String> topics = written.stream().map(topic -> topic.in(team)).toList();
        try (Admin admin = connection.admin()) {
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
            throw CommandException.infrastructure(
                    "Kafka at " + connection.bootstrapServers() + ": " + e.getMessage(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw CommandException.infrastructure("Kafka at " + connection.bootstrapServers() + ": interrupted", e);
        }
    }

    /** A cluster without an authorizer allows everything. */
    private static boolean mayWrite(TopicDescription topic) {
        Set<AclOperation> may = topic.authorizedOperations();
        return may == null || may.contains(AclOperation.WRITE) || may.contains(AclOperation.ALL);
    }
}
