package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.jspecify.annotations.Nullable;

/**
 * What a team's topics hold before they are read.
 *
 * @param tokens output tokens; one chunk each
 * @param chunks those, and a role chunk and a finish chunk for each request
 * @param records of tokens and requests together
 */
record PublishedTraffic(Team team, long requests, long tokens, long chunks, long records) {
    private static final int SEED = 7;

    /** Makes the topics and fills them, all lanes side by side in the order of their times. */
    static PublishedTraffic publish(BenchmarkCluster stack, BenchmarkContext bench, Team team, StreamsSize.Load load)
            throws InterruptedException, ExecutionException {
        stack.create(team);
        SplittableRandom random = new SplittableRandom(SEED);
        List<SyntheticRun> runs = new ArrayList<>();
        long requests = 0;
        long tokens = 0;
        long chunks = 0;
        long records = 0;
        for (int i = 0; i < load.runs(); i++) {
            RunShape shape = shape(bench, load, random);
            runs.add(new SyntheticRun(shape, random.split()));
            requests += shape.requests();
            tokens += shape.tokens();
            chunks += shape.chunks();
            records += shape.records();
        }
        try (KafkaPublisher publisher = stack.publisher(team)) {
            SyntheticRun.publishAll(runs, publisher);
            publisher.flush();
            if (publisher.lost() > 0) {
                throw new IllegalStateException(publisher.lost() + " events for team " + team + " were lost");
            }
        }
        return new PublishedTraffic(team, requests, tokens, chunks, records);
    }

    double chunksPerRecord() {
        return (double) chunks / records;
    }

    /** The same in another team's topics. */
    PublishedTraffic copy(BenchmarkCluster stack, Team to) throws InterruptedException, ExecutionException {
        TopicCopy.of(stack, team, to);
        return new PublishedTraffic(to, requests, tokens, chunks, records);
    }

    /** Whether windows hold all of it: a TTFT per request, and a gap per further token. */
    boolean isIn(FinalWindows.Counts held) {
        return held.ttfts() == requests && held.itls() == tokens - requests;
    }

    private static RunShape shape(BenchmarkContext bench, StreamsSize.Load load, SplittableRandom random) {
        Duration length = Duration.ofMillis(Math.round(1_000 * (load.seconds() + 30)));
        return new RunShape(
                evenlySpread(bench, random),
                bench.wall().instant().minus(length),
                load.lanes(),
                1,
                load.requests(),
                load.requests() / load.seconds(),
                RunShape.Answers.CHAT.of(load.targets()));
    }

    /** A run whose first two lanes lie in different partitions, so that two threads have as much to do each. */
    private static String evenlySpread(BenchmarkContext bench, SplittableRandom random) {
        while (true) {
            String run = Ulid.next(bench.wall(), random);
            if (partition(run, 0) != partition(run, 1)) {
                return run;
            }
        }
    }

    private static int partition(String run, int lane) {
        return Topic.TOKENS.partition(Keys.request(run, RunShape.lane(lane), 0), BenchmarkCluster.PARTITIONS);
    }

    /** Fills another team's inputs with the same bytes in the same partitions. */
    private static final class TopicCopy {
        private static final List<Topic> INPUTS =
                List.of(Topic.CONTROL, Topic.TOKENS, Topic.REQUESTS, Topic.HEARTBEATS);
        private static final Duration POLL = Duration.ofMillis(200);

        private final BenchmarkCluster stack;
        private final Team from;
        private final Team to;
        private final AtomicReference<@Nullable Exception> failed = new AtomicReference<>();

        private TopicCopy(BenchmarkCluster stack, Team from, Team to) {
            this.stack = stack;
            this.from = from;
            this.to = to;
        }

        static void of(BenchmarkCluster stack, Team from, Team to) throws InterruptedException, ExecutionException {
            stack.create(to);
            TopicCopy copy = new TopicCopy(stack, from, to);
            try (KafkaProducer<byte[], byte[]> producer = stack.producer()) {
                INPUTS.forEach(topic -> copy.all(topic, producer));
            }
            if (copy.failed.get() != null) {
                throw new IllegalStateException("team " + from + " could not be copied", copy.failed.get());
            }
        }

        private void all(Topic topic, KafkaProducer<byte[], byte[]> producer) {
            try (KafkaConsumer<byte[], byte[]> consumer = stack.consumer(from, topic)) {
                long left = consumer.endOffsets(BenchmarkCluster.partitions(from, topic)).values().stream()
                        .mapToLong(Long::longValue)
                        .sum();
                while (left > 0) {
                    for (ConsumerRecord<byte[], byte[]> record : consumer.poll(POLL)) {
                        var unused = producer.send(
                                new ProducerRecord<>(topic.in(to), record.partition(), record.key(), record.value()),
                                (sent, error) -> failed.compareAndSet(null, error));
                        left--;
                    }
                }
            }
        }
    }
}
