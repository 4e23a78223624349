package io.tidemark.streams.host;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;
import org.apache.kafka.common.KafkaFuture;

/** Which teams have topics, and what stands in a team's way. */
final class TeamScan {
    private static final long ANSWER_SECONDS = 10;

    private final Admin admin;

    TeamScan(Admin admin) {
        this.admin = admin;
    }

    /** Teams by name with what stands in their way, if anything. @throws ScanFailed if the broker does not answer */
    Map<String, Optional<String>> scan() {
        Map<String, Set<Topic>> found = new TreeMap<>();
        for (String name : await(admin.listTopics().names())) {
            Topic.locate(name)
                    .ifPresent(located -> found.computeIfAbsent(
                                    located.team().name(), unseen -> EnumSet.noneOf(Topic.class))
                            .add(located.topic()));
        }
        Map<String, Optional<String>> obstacles = new TreeMap<>();
        found.forEach((name, topics) -> {
            Team team = new Team(name);
            obstacles.put(name, obstacle(team, topics));
        });
        return obstacles;
    }

    private Optional<String> obstacle(Team team, Set<Topic> present) {
        List<String> missing = Arrays.stream(Topic.values())
                .filter(topic -> topic.isRequired() && !present.contains(topic))
                .map(topic -> topic.in(team))
                .toList();
        if (!missing.isEmpty()) {
            return Optional.of("waiting for topics " + missing);
        }
        return unequalPartitions(present.stream().map(topic -> topic.in(team)).toList());
    }

    private Optional<String> unequalPartitions(Collection<String> topics) {
        Map<String, TopicDescription> described =
                await(admin.describeTopics(topics).allTopicNames());
        Map<String, Integer> counts = new TreeMap<>();
        described.forEach(
                (name, description) -> counts.put(name, description.partitions().size()));
        return new TreeSet<>(counts.values()).size() == 1
                ? Optional.empty()
                : Optional.of("waiting for equal partition counts but found " + counts);
    }

    private static <T> T await(KafkaFuture<T> future) {
        try {
            return future.get(ANSWER_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new TeamScanException(
                    "the broker did not list its topics: no answer within " + ANSWER_SECONDS + " s", e);
        } catch (ExecutionException e) {
            throw new TeamScanException("the broker did not list its topics: " + e.getCause(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TeamScanException("interrupted while asking for topics", e);
        }
    }

    /** The broker did not answer; to be tried again. */
    static final class TeamScanException extends RuntimeException {
        private static final long serialVersionUID = 1;

        TeamScanException(String message, Throwable cause) {
            super(message, cause);
        }
    }
}
