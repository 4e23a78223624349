package io.tidemark.app.stack;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.confluent.kafka.schemaregistry.avro.AvroSchemaProvider;
import io.confluent.kafka.schemaregistry.client.CachedSchemaRegistryClient;
import io.confluent.kafka.schemaregistry.client.rest.exceptions.RestClientException;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.kafka.TopicReader;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.sinks.store.read.ResultReader;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.apache.avro.Schema;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.producer.RecordMetadata;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Strangers who write to the topics and to the registry of a stack that is up: what they break is put aside, nothing else is. Every build
 * runs the same for the streams alone (DeadLettersTest) and under load (ShortFaultsTest).
 */
@Tag("long")
final class BrokenInputsTest {
    private static final Team TEAM = new Team("default");
    private static final List<Topic> INPUTS =
            List.of(Topic.TOKENS, Topic.REQUESTS, Topic.CONTROL, Topic.HEARTBEATS, Topic.SERVERS);
    private static final String KEY = "some/body/0";
    private static final long OF_A_RUN = 2 * 20 * 3;
    private static final Schema FOREIGN = new Schema.Parser()
            .parse("{\"type\":\"record\",\"name\":\"Order\",\"fields\":[{\"name\":\"id\",\"type\":\"string\"}]}");
    private static final String INCOMPATIBLE =
            "{\"type\":\"record\",\"name\":\"RequestEvent\",\"namespace\":\"io.tidemark.events\","
                    + "\"fields\":[{\"name\":\"run\",\"type\":\"long\"}]}";

    @TempDir
    private Path home;

    @Test
    void whatStrangersWriteBecomesOneDeadLetterEachAndRunsAreAsBefore() throws Exception {
        Path plan = Target.plan(home, 20, 3, "errors < 20% over 10s");
        try (Target target = new Target();
                TidemarkProcess up = TidemarkProcess.up(home);
                TeamTopics wire =
                        TeamTopics.of(Home.stack(home).kafka(), Home.stack(home).registry(), TEAM);
                CachedSchemaRegistryClient registry = registry(home)) {
            assertRunIsRight(plan, target);
            List<String> origins = new ArrayList<>(garbage(wire));
            origins.add(foreign(wire, registry));
            assertRefused(registry);
            up.await(() -> wire.records(Topic.DEAD_LETTERS).size() >= origins.size());
            assertRunIsRight(plan, target);
            assertThat(wire.records(Topic.DEAD_LETTERS))
                    .allSatisfy(BrokenInputsTest::assertExplained)
                    .extracting(BrokenInputsTest::origin)
                    .containsExactlyInAnyOrderElementsOf(origins);
            assertThat(up.isAlive()).isTrue();
            assertThat(up.err().lines().filter(line -> line.startsWith("\tat ")))
                    .as(up.err())
                    .isEmpty();
        }
    }

    private void assertRunIsRight(Path plan, Target target) throws InterruptedException {
        try (TidemarkProcess run = TidemarkProcess.start(home, "run", plan.toString(), "--target", target.url());
                ResultReader results = Home.results(home)) {
            assertThat(run.exitCode()).as(run.out() + run.err()).isEqualTo(ExitCode.OK.code());
            run.assertQuiet();
            assertThat(results.requestCount(results.latestRuns(1).get(0).key())).isEqualTo(OF_A_RUN);
        }
    }

    /** Sends each kind of garbage to each input, made of events that a run left there; returns where they stand. */
    private static List<String> garbage(TeamTopics wire) {
        List<String> origins = new ArrayList<>();
        for (Topic input : INPUTS) {
            byte[] event = wire.records(input).get(0).value();
            for (byte[] broken : List.of(
                    "{\"run\": \"x\"}".getBytes(StandardCharsets.UTF_8),
                    new byte[] {0, 0},
                    withId(event, 999_999),
                    withMagic(event, 1),
                    Arrays.copyOf(event, event.length / 2),
                    Arrays.copyOf(event, event.length + 1))) {
                origins.add(position(wire.append(input, KEY, broken)));
            }
            RecordMetadata none = wire.append(input, KEY, null);
            if (input != Topic.CONTROL) { // compacted: there it is a tombstone, and no mistake
                origins.add(position(none));
            }
        }
        return origins;
    }

    /** A producer that registered its own type under its own subject, and writes it where requests belong. */
    private static String foreign(TeamTopics wire, CachedSchemaRegistryClient registry) throws Exception {
        int id = registry.register("orders-value", new AvroSchema(FOREIGN));
        byte[] order = ByteBuffer.allocate(8)
                .put((byte) 0)
                .putInt(id)
                .put(new byte[] {4, 'o', '1'})
                .array();
        return position(wire.append(Topic.REQUESTS, KEY, order));
    }

    private static void assertRefused(CachedSchemaRegistryClient registry) throws Exception {
        String subject = Topic.REQUESTS.subject(TEAM);
        int versions = registry.getAllVersions(subject).size();
        RestClientException refusal = catchThrowableOfType(
                RestClientException.class, () -> registry.register(subject, new AvroSchema(INCOMPATIBLE)));
        assertThat(refusal.getStatus()).isEqualTo(409);
        assertThat(registry.getAllVersions(subject)).hasSize(versions);
    }

    private static void assertExplained(ConsumerRecord<String, byte[]> letter) {
        assertThat(TopicReader.header(letter, DeadLetter.REASON_HEADER)).isNotBlank();
        assertThat(TopicReader.header(letter, DeadLetter.ERROR_HEADER)).isNotBlank();
    }

    private static String origin(ConsumerRecord<String, byte[]> letter) {
        return TopicReader.header(letter, DeadLetter.TOPIC_HEADER) + "-"
                + TopicReader.header(letter, DeadLetter.PARTITION_HEADER) + "@"
                + TopicReader.header(letter, DeadLetter.OFFSET_HEADER);
    }

    private static String position(RecordMetadata sent) {
        return sent.topic() + "-" + sent.partition() + "@" + sent.offset();
    }

    private static byte[] withId(byte[] event, int id) {
        byte[] changed = event.clone();
        ByteBuffer.wrap(changed).putInt(1, id);
        return changed;
    }

    private static byte[] withMagic(byte[] event, int magic) {
        byte[] changed = event.clone();
        changed[0] = (byte) magic;
        return changed;
    }

    private static CachedSchemaRegistryClient registry(Path home) {
        return new CachedSchemaRegistryClient(
                List.of(Home.stack(home).registry()), 10, List.of(new AvroSchemaProvider()), Map.of());
    }
}
