package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Waiting;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.StreamsHost;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.KafkaConsumer;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.TopicPartition;

/** The team's application reads the same topics from their beginning: panes, rolling windows, step results, exactly once. */
final class TopologyReader {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    private final Stack stack;
    private final NanoClock clock;

    /**
     * How long it took from when it ran.
     *
     * @param readNanos until all tokens and requests were committed
     * @param windows what FINAL windows held then
     * @param finalNanos until the FINAL windows of all steps held all of them
     */
    record Read(long readNanos, long finalNanos, FinalWindows.Held windows) {}

    TopologyReader(Stack stack, NanoClock clock) {
        this.stack = stack;
        this.clock = clock;
    }

    Read read(Traffic traffic) throws InterruptedException, ExecutionException {
        Map<TopicPartition, Long> ends = ends(traffic.team());
        try (StreamsHost host = stack.streams(traffic.team())) {
            long began = clock.nanos();
            Waiting waiting = new Waiting(clock, Duration.ofMillis(20), LIMIT);
            long read = waiting.until(
                    () -> committed(traffic.team(), ends),
                    () -> "not all is committed; team " + host.status(traffic.team()));
            try (KafkaConsumer<byte[], byte[]> windows = stack.consumer(traffic.team(), Topic.WINDOWS)) {
                FinalWindows finals = new FinalWindows(windows, stack.registry().decoder(WindowStats.class));
                long settled = waiting.until(
                        () -> traffic.isIn(finals.held()), () -> "FINAL are " + finals.held() + " of " + traffic);
                return new Read(read - began, settled - began, finals.held());
            }
        }
    }

    private Map<TopicPartition, Long> ends(Team team) throws InterruptedException, ExecutionException {
        Map<TopicPartition, OffsetSpec> asked = Stream.of(Topic.TOKENS, Topic.REQUESTS)
                .flatMap(topic -> Stack.partitions(team, topic).stream())
                .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest()));
        Map<TopicPartition, Long> ends = new HashMap<>();
        stack.admin().listOffsets(asked).all().get().forEach((partition, end) -> ends.put(partition, end.offset()));
        return ends;
    }

    private boolean committed(Team team, Map<TopicPartition, Long> ends) {
        Map<TopicPartition, OffsetAndMetadata> committed = committed(stack.admin(), team);
        return ends.entrySet().stream().allMatch(end -> {
            OffsetAndMetadata offset = committed.get(end.getKey());
            return end.getValue() == 0 || (offset != null && offset.offset() >= end.getValue());
        });
    }

    private static Map<TopicPartition, OffsetAndMetadata> committed(Admin admin, Team team) {
        try {
            return admin.listConsumerGroupOffsets(team.applicationId())
                    .partitionsToOffsetAndMetadata()
                    .get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the offsets of " + team.applicationId() + " cannot be read", e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("interrupted while reading offsets", e);
        }
    }
}
