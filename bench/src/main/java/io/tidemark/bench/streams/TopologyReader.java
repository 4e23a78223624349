package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.host.StreamsHost;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The team's application reads the same topics from their beginning: panes, rolling windows, step results, exactly once. */
record TopologyReader(BenchmarkCluster stack, NanoClock clock) {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    /**
     * How it went.
     *
     * @param pace from the first commit after the start to the last one before the end
     * @param finalNanos from when it ran until the FINAL windows of all steps held everything
     * @param windows what FINAL windows held then
     */
    record Read(ReadRate pace, long finalNanos, FinalWindows.Counts windows) {}

    /** The commits of an application while it reads what there is, as they were seen from outside. Not thread-safe. */
    private static final class Commits {
        private final long all;
        private final List<Seen> seen = new ArrayList<>();

        private record Seen(long records, long nanos) {}

        Commits(long all, long beganNanos) {
            this.all = all;
            seen.add(new Seen(0, beganNanos));
        }

        /** Takes what is committed; true when that is all. */
        boolean record(long records, long nanos) {
            if (seen.get(seen.size() - 1).records < records) {
                seen.add(new Seen(records, nanos));
            }
            return records >= all;
        }

        /**
         * From the first commit after the start to the last one before the end: at the end the application waits for its next commit with
         * nothing left to read. With too few commits for that, from the beginning to the end.
         */
        ReadRate pace() {
            List<Seen> middle = seen.stream()
                    .filter(one -> one.records >= ReadRate.START * all && one.records < all)
                    .toList();
            Seen first = middle.size() > 1 ? middle.get(0) : seen.get(0);
            Seen last = middle.size() > 1 ? middle.get(middle.size() - 1) : seen.get(seen.size() - 1);
            return new ReadRate(last.records - first.records, Math.max(1, last.nanos - first.nanos));
        }
    }

    /** The host as {@code tidemark up} runs it. */
    Read read(PublishedTraffic traffic, int threads) throws InterruptedException, ExecutionException {
        Map<TopicPartition, Long> ends = ends(traffic.team());
        long all = ends.values().stream().mapToLong(Long::longValue).sum();
        try (StreamsHost host = stack.streams(traffic.team(), threads)) {
            long began = clock.nanos();
            Commits commits = new Commits(all, began);
            ConditionWait waiting = new ConditionWait(clock, Duration.ofMillis(10), LIMIT);
            waiting.until(
                    () -> commits.record(committed(traffic.team(), ends), clock.nanos()),
                    () -> "not all of team " + traffic.team() + " is committed, by " + host.status());
            try (KafkaConsumer<byte[], byte[]> windows = stack.consumer(traffic.team(), Topic.WINDOWS)) {
                FinalWindows finals = new FinalWindows(windows, stack.registry().decoder(WindowStats.class));
                long settled = waiting.until(
                        () -> traffic.isIn(finals.counts()), () -> "FINAL are " + finals.counts() + " of " + traffic);
                return new Read(commits.pace(), settled - began, finals.counts());
            }
        }
    }

    private Map<TopicPartition, Long> ends(Team team) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> asked = Stream.of(Topic.TOKENS, Topic.REQUESTS)
                .flatMap(topic -> BenchmarkCluster.partitions(team, topic).stream())
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        stack.admin().listOffsets(asked).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    /** Records of the inputs that are committed. */
    private long committed(Team team, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, OffsetAndMetadata> committed = stack.committed(team);
        return ends.keySet().stream()
                .map(committed::get)
                .filter(Objects::nonNull)
                .mapToLong(OffsetAndMetadata::offset)
                .sum();
    }
}
