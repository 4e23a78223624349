package io.tidemark.app.team;

import static io.tidemark.app.team.PrincipalKind.PRODUCER;
import static io.tidemark.app.team.PrincipalKind.READER;
import static io.tidemark.app.team.PrincipalKind.SERVICE;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.apache.kafka.clients.admin.AbortTransactionSpec;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.admin.NewPartitions;
import org.apache.kafka.clients.admin.NewTopic;
import org.apache.kafka.clients.admin.RecordsToDelete;
import org.apache.kafka.clients.admin.ScramCredentialInfo;
import org.apache.kafka.clients.admin.ScramMechanism;
import org.apache.kafka.clients.admin.UserScramCredentialUpsertion;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.acl.AccessControlEntry;
import org.apache.kafka.common.acl.AclBinding;
import org.apache.kafka.common.acl.AclBindingFilter;
import org.apache.kafka.common.acl.AclOperation;
import org.apache.kafka.common.acl.AclPermissionType;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.quota.ClientQuotaAlteration;
import org.apache.kafka.common.quota.ClientQuotaEntity;
import org.apache.kafka.common.resource.PatternType;
import org.apache.kafka.common.resource.ResourcePattern;
import org.apache.kafka.common.resource.ResourceType;

/** What is tried against the resources of a team, and which of its own principals may do it. Who may is written here by hand, not taken from the rules. */
final class IsolationMatrix {
    private static final Set<PrincipalKind> NOBODY = EnumSet.noneOf(PrincipalKind.class);
    private static final Set<PrincipalKind> EVERYBODY = EnumSet.allOf(PrincipalKind.class);

    private final Team team;
    private final List<Row> rows = new ArrayList<>();

    private IsolationMatrix(Team team) {
        this.team = team;
    }

    /** Something that a user tries. */
    @FunctionalInterface
    interface Attempt {
        void by(PrincipalClients user) throws Throwable;
    }

    /** @param allowed to principals of the team, and to nobody else */
    record Row(String resource, String verb, Set<PrincipalKind> allowed, Attempt attempt) {}

    static List<Row> of(Team team) {
        IsolationMatrix matrix = new IsolationMatrix(team);
        matrix.topics();
        matrix.internalTopics();
        matrix.groups();
        matrix.transactions();
        matrix.cluster();
        return matrix.rows;
    }

    /** The internal topic that the attempts are made on. */
    static String internal(Team team) {
        return team.applicationId() + "-attempt-changelog";
    }

    private void topics() {
        for (Topic topic : Topic.values()) {
            String name = topic.in(team);
            row(
                    "topic `" + topic.stream() + "`",
                    "write",
                    topic.isInput() ? Set.of(PRODUCER) : Set.of(SERVICE),
                    user -> user.write(name));
            row(
                    "topic `" + topic.stream() + "`",
                    "read",
                    topic == Topic.RUN_COMMANDS ? EVERYBODY : Set.of(READER, SERVICE),
                    user -> user.read(name));
        }
        String tokens = Topic.TOKENS.in(team);
        String windows = Topic.WINDOWS.in(team);
        row(
                "topic `tokens`",
                "write as an idempotent producer",
                Set.of(PRODUCER),
                user -> user.writeIdempotently(tokens));
        row(
                "topic `windows`",
                "see that it is there",
                EVERYBODY,
                user -> user.ask(admin -> admin.describeTopics(List.of(windows)).allTopicNames()));
        row(
                "topic `tokens`",
                "change its retention",
                NOBODY,
                user -> user.ask(admin -> admin.incrementalAlterConfigs(Map.of(
                                new ConfigResource(ConfigResource.Type.TOPIC, tokens),
                                List.of(new AlterConfigOp(
                                        new ConfigEntry("retention.ms", "1"), AlterConfigOp.OpType.SET))))
                        .all()));
        row(
                "topic `tokens`",
                "add partitions",
                NOBODY,
                user -> user.ask(admin -> admin.createPartitions(Map.of(tokens, NewPartitions.increaseTo(9)))
                        .all()));
        row(
                "topic `tokens`",
                "delete records",
                NOBODY,
                user -> user.ask(admin -> admin.deleteRecords(
                                Map.of(new TopicPartition(tokens, 0), RecordsToDelete.beforeOffset(1)))
                        .all()));
        row(
                "topic `tokens`",
                "delete it",
                NOBODY,
                user -> user.ask(admin -> admin.deleteTopics(List.of(tokens)).all()));
        row("any other topic of the team", "create", NOBODY, user -> user.ask(create("tidemark." + team + ".another")));
    }

    private void internalTopics() {
        String name = internal(team);
        String resource = "internal topic of the Streams application";
        row(resource, "create", Set.of(SERVICE), user -> user.ask(create(name)));
        row(resource, "write", Set.of(SERVICE), user -> user.write(name));
        row(resource, "read", Set.of(SERVICE), user -> user.read(name));
        row(
                resource,
                "delete",
                Set.of(SERVICE),
                user -> user.ask(admin -> admin.deleteTopics(List.of(name)).all()));
    }

    private void groups() {
        String streams = team.applicationId();
        row("group of the Streams application", "join", Set.of(SERVICE), user -> user.join(streams));
        row(
                "group of the Streams application",
                "set its offsets",
                Set.of(SERVICE),
                user -> user.ask(admin -> admin.alterConsumerGroupOffsets(
                                streams, Map.of(new TopicPartition(Topic.TOKENS.in(team), 0), new OffsetAndMetadata(0)))
                        .all()));
        row(
                "group of the Streams application",
                "delete",
                Set.of(SERVICE),
                user -> user.ask(
                        admin -> admin.deleteConsumerGroups(List.of(streams)).all()));
        for (String group : List.of("reader.ana", "watch.one", "archive")) {
            row(
                    "group `" + group + "`",
                    "join",
                    Set.of(READER, SERVICE),
                    user -> user.join("tidemark." + team + "." + group));
        }
    }

    private void transactions() {
        row(
                "transactional id of the Streams application",
                "fence",
                Set.of(SERVICE),
                user -> user.fence(team.applicationId() + "-one-1"));
        row(
                "any other transactional id of the team",
                "begin",
                NOBODY,
                user -> user.fence("tidemark." + team + ".another"));
        row(
                "open transaction on a topic",
                "end by force",
                NOBODY,
                user -> user.ask(admin -> admin.abortTransaction(new AbortTransactionSpec(
                                new TopicPartition(Topic.WINDOWS.in(team), 0), 1, (short) 0, 0))
                        .all()));
    }

    private void cluster() {
        AclBinding rule = new AclBinding(
                new ResourcePattern(ResourceType.TOPIC, Topic.WINDOWS.in(team), PatternType.LITERAL),
                new AccessControlEntry("User:nobody", "*", AclOperation.WRITE, AclPermissionType.ALLOW));
        row(
                "cluster",
                "give a right",
                NOBODY,
                user -> user.ask(admin -> admin.createAcls(List.of(rule)).all()));
        row(
                "cluster",
                "read the rules",
                NOBODY,
                user -> user.ask(
                        admin -> admin.describeAcls(AclBindingFilter.ANY).values()));
        row(
                "cluster",
                "lift a quota",
                NOBODY,
                user -> user.ask(admin -> admin.alterClientQuotas(List.of(new ClientQuotaAlteration(
                                new ClientQuotaEntity(Map.of(ClientQuotaEntity.USER, team + "-producer")),
                                List.of(new ClientQuotaAlteration.Op("producer_byte_rate", null)))))
                        .all()));
        row(
                "cluster",
                "change a password",
                NOBODY,
                user -> user.ask(admin -> admin.alterUserScramCredentials(List.of(new UserScramCredentialUpsertion(
                                team + "-service",
                                new ScramCredentialInfo(ScramMechanism.SCRAM_SHA_512, 4_096),
                                "known")))
                        .all()));
        row(
                "cluster",
                "change a broker's settings",
                NOBODY,
                user -> user.ask(admin -> admin.incrementalAlterConfigs(Map.of(
                                new ConfigResource(ConfigResource.Type.BROKER, "1"),
                                List.of(new AlterConfigOp(
                                        new ConfigEntry("log.retention.ms", "1"), AlterConfigOp.OpType.SET))))
                        .all()));
        row("cluster", "create a topic of no team", NOBODY, user -> user.ask(create("somebody-elses")));
    }

    private static PrincipalClients.Request create(String topic) {
        return admin -> admin.createTopics(List.of(new NewTopic(topic, Optional.of(1), Optional.empty())))
                .all();
    }

    private void row(String resource, String verb, Set<PrincipalKind> allowed, Attempt attempt) {
        rows.add(new Row(resource, verb, allowed, attempt));
    }
}
