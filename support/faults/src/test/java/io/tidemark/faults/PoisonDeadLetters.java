package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.poison.PoisonRecords;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AlterConfigOp;
import org.apache.kafka.clients.admin.ConfigEntry;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.apache.kafka.common.config.ConfigResource;
import org.apache.kafka.common.config.TopicConfig;

/** Gives a team poison and finds each dose again in its dead letters. */
final class PoisonDeadLetters {
    private final TeamFixture team;
    private final Map<String, String> given = new TreeMap<>();

    PoisonDeadLetters(TeamFixture team) {
        this.team = team;
    }

    /** Lets a topic take records of 4 MiB. */
    static void enlarge(ClusterFixture scene, Team team, Topic topic) throws InterruptedException, ExecutionException {
        try (Admin admin =
                Admin.create(Map.of("bootstrap.servers", scene.kafka().bootstrapServers()))) {
            ConfigEntry size = new ConfigEntry(TopicConfig.MAX_MESSAGE_BYTES_CONFIG, Integer.toString(4 << 20));
            admin.incrementalAlterConfigs(Map.of(
                            new ConfigResource(ConfigResource.Type.TOPIC, topic.in(team)),
                            List.of(new AlterConfigOp(size, AlterConfigOp.OpType.SET))))
                    .all()
                    .get();
        }
    }

    /** All, as of the load's run. */
    void give(long seed, Instant now) {
        PoisonRecords poison = team.sender().poison(RealTimeLoad.RUN, seed, now);
        give(poison.doses());
        give(List.of(poison.large()));
    }

    private void give(List<PoisonRecords.Dose> doses) {
        for (PoisonRecords.Dose dose : doses) {
            RecordMetadata where = team.sender()
                    .sendRaw(
                            dose.topic(),
                            RealTimeLoad.RUN + "/lane-0/0",
                            dose.value().map(ByteBuffer::array).orElse(null));
            given.put(where.topic() + "/" + where.partition() + "/" + where.offset(), dose.name());
        }
    }

    /** One letter for each dose, with its origin and a reason. */
    String mustBeAll() {
        Await.until(
                () -> team.results().deadLetters().size() >= given.size(),
                FaultScenario.LIMIT,
                () -> team.results().deadLetters().size() + " dead letters of " + given.size() + ", without one: "
                        + without());
        Map<String, String> reasons = new TreeMap<>();
        for (ConsumerRecord<String, byte[]> letter : team.results().deadLetters()) {
            String origin = origin(letter);
            assertThat(reasons.put(origin, header(letter, DeadLetter.REASON_HEADER)))
                    .as(origin)
                    .isNull();
        }
        assertThat(reasons).containsOnlyKeys(given.keySet()); // shows the reasons of others
        assertThat(reasons.values()).noneMatch(String::isBlank);
        return given.size() + " hostile records, " + reasons.size() + " dead letters";
    }

    /** What was given and is not in a letter yet. */
    private Map<String, String> without() {
        Map<String, String> left = new TreeMap<>(given);
        team.results().deadLetters().forEach(letter -> left.remove(origin(letter)));
        return left;
    }

    private static String origin(ConsumerRecord<String, byte[]> letter) {
        return header(letter, DeadLetter.TOPIC_HEADER) + "/" + header(letter, DeadLetter.PARTITION_HEADER) + "/"
                + header(letter, DeadLetter.OFFSET_HEADER);
    }

    private static String header(ConsumerRecord<String, byte[]> letter, String name) {
        return new String(letter.headers().lastHeader(name).value(), StandardCharsets.UTF_8);
    }
}
