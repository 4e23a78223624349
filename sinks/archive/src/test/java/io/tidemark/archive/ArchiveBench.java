package io.tidemark.archive;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.serialization.ByteArrayDeserializer;

/** {@code bench/run archive}: how fast {@code tidemark serve archive --local} archives what lies in the topics, beside a bare consumer of the same. */
public final class ArchiveBench {
    private static final int TRANSACTION = 1_000;
    private static final int ROUNDS = 3;
    private static final int DEFAULT_REQUESTS = 50_000;
    private static final int USAGE = 2;
    private static final double NANOS = 1e9;
    private static final double MEGA = 1e6;
    private static final ThreadMXBean THREADS = ManagementFactory.getThreadMXBean();

    private final LocalCluster cluster;
    private final Path folder;

    private ArchiveBench(LocalCluster cluster, Path folder) {
        this.cluster = cluster;
        this.folder = folder;
    }

    public static void main(String[] arguments) throws Exception {
        int requests = arguments.length == 0 ? DEFAULT_REQUESTS : requests(arguments[0]);
        Path folder = Files.createTempDirectory("tidemark-archive-bench");
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"))) {
            new ArchiveBench(cluster, folder).measure(requests);
        } finally {
            delete(folder);
        }
    }

    private static int requests(String argument) {
        if (!argument.matches("[1-9][0-9]{0,8}")) {
            System.err.println("bench/run archive: REQUESTS must be a whole number from 1 to 999999999 but was \""
                    + argument + "\"");
            System.exit(USAGE);
        }
        return Integer.parseInt(argument);
    }

    /** A line on how it goes, beside the table. */
    private static void say(String words, Object... more) {
        System.err.printf(Locale.ROOT, "bench: " + words + "%n", more);
    }

    private void measure(int requests) throws Exception {
        Team full = new Team("full");
        say("publishing %,d requests and their tokens", requests);
        publish(full, requests);
        publish(new Team("idle"), 1);
        Took start = archived("idle", 1, 0);
        say("an archive of one request took %.1f s, which is taken off the others", start.seconds());
        List<Read> bare = new ArrayList<>();
        List<Took> one = new ArrayList<>();
        List<Took> two = new ArrayList<>();
        long parquetBytes = 0;
        for (int round = 0; round < ROUNDS; round++) {
            String name = "round " + (round + 1) + " of " + ROUNDS;
            bare.add(bare(full));
            say(
                    "%s: read by a bare consumer in %.1f s",
                    name, bare.get(round).took().seconds());
            one.add(archived("full", 1, round).less(start));
            say("%s: archived by 1 task in %.1f s more", name, one.get(round).seconds());
            two.add(archived("full", 2, round).less(start));
            say("%s: archived by 2 tasks in %.1f s more", name, two.get(round).seconds());
            parquetBytes = bytes(folder.resolve("full-1-" + round));
        }
        print(bare, one, two, parquetBytes);
    }

    private static void print(List<Read> bare, List<Took> one, List<Took> two, long parquetBytes) {
        Read read = bare.get(0);
        System.out.printf(
                Locale.ROOT,
                "%,d records of %.1f bytes; %.1f bytes a record as Parquet%n%n",
                read.records(),
                read.bytes() / (double) read.records(),
                parquetBytes / (double) read.records());
        System.out.printf(
                "%-24s %10s %7s %21s%n",
                "median of " + ROUNDS + " rounds", "records/s", "MB/s", "records/s of one core");
        row("bare consumer, bytes", read, bare.stream().map(Read::took).toList());
        row("archive, 1 task", read, one);
        row("archive, 2 tasks", read, two);
    }

    private static void row(String name, Read read, List<Took> rounds) {
        double seconds = median(rounds.stream().map(Took::seconds).toList());
        double cpuSeconds = median(rounds.stream().map(Took::cpuSeconds).toList());
        System.out.printf(
                Locale.ROOT,
                "%-24s %,10.0f %7.1f %,21.0f%n",
                name,
                read.records() / seconds,
                read.bytes() / seconds / MEGA,
                read.records() / cpuSeconds);
    }

    private void publish(Team team, int requests) {
        RandomEvents drawn = new RandomEvents(requests);
        try (TransactionalPublisher publisher = new TransactionalPublisher(cluster, team, (unused, event) -> {})) {
            for (int n = 0; n < requests; n += TRANSACTION) {
                publisher.publish(drawn, "lane-" + n / TRANSACTION % 8, n, Math.min(TRANSACTION, requests - n));
            }
        }
    }

    private Read bare(Team team) {
        long began = System.nanoTime();
        long cpuBegan = THREADS.getCurrentThreadCpuTime();
        long records = 0;
        long bytes = 0;
        Map<String, Object> settings =
                Map.of("bootstrap.servers", cluster.bootstrapServers(), "isolation.level", "read_committed");
        try (KafkaConsumer<byte[], byte[]> consumer =
                new KafkaConsumer<>(settings, new ByteArrayDeserializer(), new ByteArrayDeserializer())) {
            List<TopicPartition> partitions = Stream.of(Topic.REQUESTS, Topic.TOKENS)
                    .flatMap(topic -> consumer.partitionsFor(topic.in(team)).stream())
                    .map(partition -> new TopicPartition(partition.topic(), partition.partition()))
                    .toList();
            consumer.assign(partitions);
            consumer.seekToBeginning(partitions);
            Map<TopicPartition, Long> ends = consumer.endOffsets(partitions);
            while (partitions.stream().anyMatch(partition -> consumer.position(partition) < ends.get(partition))) {
                for (ConsumerRecord<byte[], byte[]> record : consumer.poll(Duration.ofMillis(100))) {
                    records++;
                    bytes += record.value().length;
                }
            }
        }
        double cpuSeconds = (THREADS.getCurrentThreadCpuTime() - cpuBegan) / NANOS;
        return new Read(records, bytes, new Took((System.nanoTime() - began) / NANOS, cpuSeconds));
    }

    private Took archived(String team, int tasks, int round) throws Exception {
        String name = team + "-" + tasks + "-" + round;
        long began = System.nanoTime();
        try (ArchiveProcess archive = ArchiveProcess.start(
                cluster,
                ArchiveProcess.MEASURED,
                folder.resolve(name),
                folder.resolve(name + ".log"),
                "--team",
                team,
                "--parallelism",
                Integer.toString(tasks),
                "--until-caught-up",
                "--checkpoint-interval",
                "5s")) {
            if (archive.awaitEnd() != 0) {
                throw new IllegalStateException(archive.said());
            }
            return new Took((System.nanoTime() - began) / NANOS, archive.cpu().toNanos() / NANOS);
        }
    }

    private static double median(List<Double> values) {
        return values.stream().sorted().toList().get(values.size() / 2);
    }

    private static long bytes(Path archive) throws IOException {
        try (Stream<Path> files = Files.walk(archive)) {
            return files.filter(file -> file.toString().endsWith(".parquet"))
                    .mapToLong(file -> file.toFile().length())
                    .sum();
        }
    }

    private static void delete(Path folder) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            files.sorted(Comparator.reverseOrder()).forEach(ArchiveBench::deleteOne);
        }
    }

    private static void deleteOne(Path file) {
        try {
            Files.delete(file);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private record Read(long records, long bytes, Took took) {}

    private record Took(double seconds, double cpuSeconds) {
        Took less(Took start) {
            return new Took(seconds - start.seconds, cpuSeconds - start.cpuSeconds);
        }
    }
}
