package io.tidemark.app.team;

import static org.apache.kafka.common.acl.AclOperation.ALL;
import static org.apache.kafka.common.acl.AclOperation.DESCRIBE;
import static org.apache.kafka.common.acl.AclOperation.READ;
import static org.apache.kafka.common.acl.AclOperation.WRITE;
import static org.apache.kafka.common.resource.PatternType.LITERAL;
import static org.apache.kafka.common.resource.PatternType.PREFIXED;
import static org.apache.kafka.common.resource.ResourceType.GROUP;
import static org.apache.kafka.common.resource.ResourceType.TOPIC;
import static org.apache.kafka.common.resource.ResourceType.TRANSACTIONAL_ID;

import io.tidemark.cluster.registry.access.SubjectOperation;
import io.tidemark.cluster.registry.access.SubjectRight;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/**
 * What a principal of a team may do. Each right is an allow rule for one operation; a cluster whose default is deny refuses the rest. The
 * operations are those of Kafka's authorizer: Read, Write and All imply Describe.
 */
public enum PrincipalKind {
    /**
     * Load generators and scrapers. They see that topics are there, and read what is asked of runs and nothing else. An idempotent producer needs
     * no right of its own since Kafka 3.0.
     */
    PRODUCER("writes the input topics") {
        @Override
        Stream<Right> rights(Team team) {
            return Stream.concat(
                    topics(team, Topic::isInput, WRITE),
                    Stream.of(
                            new Right(TOPIC, LITERAL, Topic.RUN_COMMANDS.in(team), READ),
                            new Right(TOPIC, PREFIXED, team.prefix(), DESCRIBE)));
        }

        @Override
        Stream<SubjectRight> rightsOnSubjects(Team team) {
            return Stream.concat(
                    subjects(team, topic -> topic.isInput() || topic == Topic.RUN_COMMANDS, SubjectOperation.READ),
                    subjects(team, Topic::isInput, SubjectOperation.WRITE));
        }
    },
    /** People, reports, exporters and archives. The group of the Streams application is none of theirs: a member takes its partitions. */
    READER("reads the topics") {
        @Override
        Stream<Right> rights(Team team) {
            return Stream.concat(
                    topics(team, topic -> true, READ),
                    READER_GROUPS.stream().map(group -> new Right(GROUP, PREFIXED, team.prefix() + group, READ)));
        }

        @Override
        Stream<SubjectRight> rightsOnSubjects(Team team) {
            return Stream.of(readAllSubjects(team));
        }
    },
    /**
     * The team's Streams application, sink and alerts. It makes the application's internal topics, and commits in transactions. It has no right on
     * the cluster: Alter there, which ends transactions that Kafka forgot, would let it change every team's rules.
     */
    SERVICE("runs streams, sink and alerts") {
        @Override
        Stream<Right> rights(Team team) {
            String internal = team.applicationId() + "-";
            return Stream.of(
                            topics(team, topic -> true, READ),
                            topics(team, topic -> !topic.isInput(), WRITE),
                            Stream.of(
                                    new Right(TOPIC, PREFIXED, internal, ALL),
                                    new Right(GROUP, PREFIXED, team.prefix(), READ),
                                    new Right(GROUP, PREFIXED, team.prefix(), AclOperation.DELETE),
                                    new Right(TRANSACTIONAL_ID, PREFIXED, internal, DESCRIBE),
                                    new Right(TRANSACTIONAL_ID, PREFIXED, internal, WRITE)))
                    .flatMap(rights -> rights);
        }

        @Override
        Stream<SubjectRight> rightsOnSubjects(Team team) {
            return Stream.concat(
                    Stream.of(readAllSubjects(team)),
                    subjects(team, topic -> !topic.isInput(), SubjectOperation.WRITE));
        }
    };

    /** Ends of the names of consumer groups: the archive's, those of people's own readers, and the leases of watchers. */
    private static final List<String> READER_GROUPS = List.of("archive", "reader.", "watch.");

    private final String purpose;

    PrincipalKind(String purpose) {
        this.purpose = purpose;
    }

    /** One operation on the resources that a pattern names. */
    public record Right(ResourceType resource, PatternType match, String name, AclOperation operation) {
        /** As an authorizer takes it. */
        public ResourcePattern pattern() {
            return new ResourcePattern(resource, name, match);
        }
    }

    abstract Stream<Right> rights(Team team);

    abstract Stream<SubjectRight> rightsOnSubjects(Team team);

    /** All that it may do with the team's schemas in a registry with users, in a fixed order. */
    public List<SubjectRight> subjectRights(Team team) {
        return rightsOnSubjects(team).sorted().toList();
    }

    /** All that it may do with what is the team's, in a fixed order. */
    public List<Right> rightsIn(Team team) {
        return rights(team)
                .sorted(Comparator.comparing(Right::resource)
                        .thenComparing(Right::name)
                        .thenComparing(Right::operation))
                .toList();
    }

    /** What it is for, in a few words. */
    public String purpose() {
        return purpose;
    }

    /** For people and files: {@code producer}. */
    public String word() {
        return name().toLowerCase(Locale.ROOT);
    }

    private static Stream<Right> topics(Team team, Predicate<Topic> which, AclOperation operation) {
        return Arrays.stream(Topic.values())
                .filter(which)
                .map(topic -> new Right(TOPIC, LITERAL, topic.in(team), operation));
    }

    private static Stream<SubjectRight> subjects(Team team, Predicate<Topic> which, SubjectOperation operation) {
        return Arrays.stream(Topic.values())
                .filter(which)
                .filter(topic -> topic.schema().isPresent())
                .map(topic -> new SubjectRight(operation, topic.subject(team)));
    }

    private static SubjectRight readAllSubjects(Team team) {
        return new SubjectRight(SubjectOperation.READ, team.prefix() + "*");
    }
}
