package io.tidemark.streams.host;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.AdminResults;
import java.time.Duration;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.TopicDescription;

/** Which teams have topics, and what stands in a team's way. */
final class TeamScan {
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final Admin admin;

    TeamScan(Admin admin) {
        this.admin = admin;
    }

    /** Teams by name with what stands in their way, if anything. */
    Map<String, Optional<String>> scan() {
        Map<String, Set<Topic>> found = new TreeMap<>();
        for (String name : AdminResults.await(admin.listTopics().names(), "list topics", ANSWER)) {
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
                AdminResults.await(admin.describeTopics(topics).allTopicNames(), "describe topics", ANSWER);
        Map<String, Integer> counts = new TreeMap<>();
        described.forEach(
                (name, description) -> counts.put(name, description.partitions().size()));
        return new TreeSet<>(counts.values()).size() == 1
                ? Optional.empty()
                : Optional.of("waiting for equal partition counts but found " + counts);
    }
}
