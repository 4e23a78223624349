package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RequestEvent;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.fixtures.process.FreePorts;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.producer.publish.PublisherSettings;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.Set;
import java.util.stream.LongStream;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;
import org.apache.kafka.common.serialization.StringDeserializer;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Rows 4 and 5: under our own publisher the broker stands still, and then is away for longer than memory can hold what comes. The
 * spool fills after seconds because memory is made small; ten minutes with the default 48 MB are the same at a lower rate.
 */
@Tag("faults")
class FrozenBrokerTest {
    private static final int SMALL_MEMORY_BYTES = 2 << 20;
    private static final Duration FROZEN = Duration.ofSeconds(Long.getLong("tidemark.faults.frozenSeconds", 30));
    private static final Duration AWAY = Duration.ofSeconds(Long.getLong("tidemark.faults.awaySeconds", 30));

    @TempDir
    private Path folder;

    @Test
    void theLoadGoesOnAndNothingIsLostDoubledOrOutOfOrder() throws Exception {
        FaultSettings settings =
                FaultSettings.of(new FaultSettings.Defaults("4, 5 broker frozen and away", 500, 80, 0));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("4, 5 broker frozen and away", team);
            ChildJvm broker = scene.kafka().node(0).process();
            try (KafkaPublisher publisher = publisher(scene, scene.kafka().bootstrapServers())) {
                Pace pace = new Pace(publisher, settings);
                pace.until(Duration.ofSeconds(5));
                broker.freeze();
                pace.until(FROZEN.plusSeconds(5));
                broker.thaw();
                row.tell("frozen for " + FaultScenario.seconds(FROZEN) + ": " + pace + ", waiting "
                        + publisher.backlog().events());
                broker.kill();
                pace.until(FROZEN.plus(AWAY).plusSeconds(10));
                long spooled = publisher.backlog().spooled();
                row.tell("away for " + FaultScenario.seconds(AWAY) + ": " + pace + ", spooled " + spooled);
                scene.kafka().node(0).restart();
                Instant again = InstantSource.system().instant();
                pace.until(settings.length());
                awaitAllAcknowledged(publisher);
                row.tell("drained "
                        + FaultScenario.seconds(
                                Duration.between(again, InstantSource.system().instant()))
                        + " after the broker was started again; lost " + publisher.lost());
                assertThat(publisher.lost()).isZero();
                assertThat(spooled).isPositive();
                mustBeEachOnceInOrder(stored(scene, pace.sent), pace.sent);
                assertThat(pace.offeredShare()).isGreaterThanOrEqualTo(0.99);
            }
        }
    }

    /** After a kill a broker knows of each producer only the last batch that it wrote: one before it that is sent again would be written again. */
    @Test
    void whatABrokerWroteButDidNotAnswerBeforeItWasKilledIsNotWrittenAgain() throws Exception {
        String name = "4 broker killed before it answered";
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults(name, 500, 12, 0));
        int port = FreePorts.next();
        KafkaCluster.Shape shape = new KafkaCluster.Shape(1, OptionalInt.of(port), Map.of());
        try (ClusterFixture scene = ClusterFixture.start(folder, shape);
                FaultProxy proxy = FaultProxy.start(port, scene.kafka().proxiedPort(), settings.seed())) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario(name, team);
            try (KafkaPublisher publisher = publisher(scene, "127.0.0.1:" + port)) {
                Pace pace = new Pace(publisher, settings);
                pace.until(Duration.ofSeconds(4));
                awaitAllAcknowledged(publisher);
                proxy.set(ProxyFault.UNANSWERED);
                pace.until(Duration.ofSeconds(8));
                scene.kafka().node(0).process().kill();
                proxy.resetAll();
                proxy.set(ProxyFault.NONE);
                row.tell("killed with " + publisher.backlog().events() + " events without an answer");
                scene.kafka().node(0).restart();
                pace.until(settings.length());
                awaitAllAcknowledged(publisher);
                assertThat(publisher.lost()).isZero();
                mustBeEachOnceInOrder(stored(scene, pace.sent), pace.sent);
            }
        }
    }

    private static void awaitAllAcknowledged(KafkaPublisher publisher) {
        Await.until(
                () -> publisher.backlog().events() == 0,
                FaultScenario.LIMIT,
                () -> publisher.backlog().toString());
    }

    private static void mustBeEachOnceInOrder(List<Long> stored, long sent) {
        Set<Long> seen = new HashSet<>();
        List<Long> doubled = stored.stream().filter(number -> !seen.add(number)).toList();
        assertThat(doubled).as("doubled").isEmpty();
        assertThat(LongStream.range(0, sent).filter(number -> !seen.contains(number)))
                .as("lost")
                .isEmpty();
        assertThat(stored).as("order").isSorted();
    }

    /** Publishes at a steady rate and measures what a call takes. */
    private static final class Pace {
        private final KafkaPublisher publisher;
        private final FaultSettings settings;
        private final Instant start = InstantSource.system().instant();
        private final long[] tookNanos;
        private int sent;
        private int onTime;

        Pace(KafkaPublisher publisher, FaultSettings settings) {
            this.publisher = publisher;
            this.settings = settings;
            this.tookNanos = new long[settings.requestsPerSecond() * settings.seconds()];
        }

        void until(Duration offset) {
            long end = Math.min(tookNanos.length, offset.toMillis() * settings.requestsPerSecond() / 1000);
            while (sent < end) {
                Instant due = start.plusNanos(sent * 1_000_000_000L / settings.requestsPerSecond());
                Await.moment(due);
                long from = NanoClock.SYSTEM.nanos();
                publisher.publish(request(sent, due));
                tookNanos[sent] = NanoClock.SYSTEM.nanos() - from;
                onTime +=
                        Duration.between(due, InstantSource.system().instant()).toMillis() < 1_000 ? 1 : 0;
                sent++;
            }
        }

        double offeredShare() {
            return (double) onTime / sent;
        }

        @Override
        public String toString() {
            long[] sorted = Arrays.copyOf(tookNanos, sent);
            Arrays.sort(sorted);
            return sent + " published, " + onTime + " within 1 s of due, a call p99 "
                    + sorted[(int) (0.99 * (sent - 1))] / 1000 + " us, longest " + sorted[sent - 1] / 1_000_000 + " ms";
        }
    }

    private KafkaPublisher publisher(ClusterFixture scene, String bootstrapServers) {
        SpoolSettings spool = new SpoolSettings(Optional.of(folder.resolve("spool")), 1L << 30, SMALL_MEMORY_BYTES);
        return KafkaPublisher.connect(
                new PublisherSettings(bootstrapServers, Map.of(), spool),
                scene.registry(),
                new Team("alpha"),
                new Clocks(NanoClock.SYSTEM, InstantSource.system()));
    }

    private static RequestEvent request(long number, Instant due) {
        return RequestEvent.newBuilder()
                .setRun(RealTimeLoad.RUN)
                .setStep(0)
                .setLane("lane-0")
                .setLaneSeq(number)
                .setRequest("lane-0-" + number)
                .setTarget("default")
                .setModel("m")
                .setDue(due)
                .build();
    }

    private static List<Long> stored(ClusterFixture scene, int count) {
        EventDecoder<RequestEvent> decoder = scene.registry().decoder(RequestEvent.class);
        Map<String, Object> config = Map.of("bootstrap.servers", scene.kafka().bootstrapServers());
        List<Long> numbers = new ArrayList<>();
        try (KafkaConsumer<String, byte[]> consumer =
                new KafkaConsumer<>(config, new StringDeserializer(), new ByteArrayDeserializer())) {
            String topic = Topic.REQUESTS.in(new Team("alpha"));
            List<TopicPartition> partitions = consumer.partitionsFor(topic).stream()
                    .map(info -> new TopicPartition(topic, info.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Await.until(
                    () -> {
                        consumer.poll(Duration.ofMillis(100))
                                .forEach(record -> numbers.add(decoder.decode(RecordPosition.of(record), record.value())
                                        .getLaneSeq()));
                        return numbers.size() >= count;
                    },
                    FaultScenario.LIMIT,
                    () -> numbers.size() + " of " + count);
        }
        return numbers;
    }
}
