package io.tidemark.alerts.dispatch;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.rule.PipelineState;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.AlertStore;
import java.io.IOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.ListOffsetsResult.ListOffsetsResultInfo;
import org.apache.kafka.clients.admin.OffsetSpec;
import org.apache.kafka.clients.consumer.OffsetAndMetadata;
import org.apache.kafka.common.KafkaException;
import org.apache.kafka.common.KafkaFuture;
import org.apache.kafka.common.TopicPartition;

/** Looks how far the streams of a team and the sink of its store are behind, and how full the disks are. */
final class PipelineProbe {
    private final Admin admin;
    private final AlertStore store;
    private final List<Path> disks;

    /** @param store that a sink writes to, or none */
    PipelineProbe(Admin admin, AlertStore store, List<Path> disks) {
        this.admin = admin;
        this.store = store;
        this.disks = disks;
    }

    /**
     * The state of now.
     *
     * @throws KafkaException if Kafka does not answer
     */
    PipelineState look(Team team) {
        ImmutableMap.Builder<String, Long> lags = ImmutableMap.builder();
        lag(committed(team.applicationId())).ifPresent(lag -> lags.put("streams", lag));
        lag(sink(team)).ifPresent(lag -> lags.put("sink", lag));
        return new PipelineState(lags.buildOrThrow(), freeShares());
    }

    /** Of all partitions; empty for a part that has read nothing yet. */
    private Optional<Long> lag(Map<TopicPartition, Long> positions) {
        if (positions.isEmpty()) {
            return Optional.empty();
        }
        Map<TopicPartition, Long> ends = ends(positions);
        return Optional.of(positions.entrySet().stream()
                .mapToLong(entry -> Math.max(0, ends.getOrDefault(entry.getKey(), 0L) - entry.getValue()))
                .sum());
    }

    private Map<TopicPartition, Long> sink(Team team) {
        Map<TopicPartition, Long> positions = new HashMap<>();
        store.sinkOffsets(team)
                .forEach((from, next) -> positions.put(
                        new TopicPartition(team.prefix() + from.topic(), from.partition()), next.nextOffset()));
        return positions;
    }

    private Map<TopicPartition, Long> committed(String group) {
        Map<TopicPartition, OffsetAndMetadata> offsets =
                await(admin.listConsumerGroupOffsets(group).partitionsToOffsetAndMetadata());
        Map<TopicPartition, Long> positions = new HashMap<>();
        offsets.forEach((partition, offset) -> {
            if (offset != null) {
                positions.put(partition, offset.offset());
            }
        });
        return positions;
    }

    private Map<TopicPartition, Long> ends(Map<TopicPartition, Long> partitions) {
        Map<TopicPartition, ListOffsetsResultInfo> ends = await(admin.listOffsets(partitions.keySet().stream()
                        .collect(Collectors.toMap(partition -> partition, partition -> OffsetSpec.latest())))
                .all());
        return ends.entrySet().stream()
                .collect(Collectors.toMap(
                        Map.Entry::getKey, entry -> entry.getValue().offset()));
    }

    private ImmutableMap<String, Double> freeShares() {
        ImmutableMap.Builder<String, Double> shares = ImmutableMap.builder();
        for (Path disk : disks) {
            try {
                FileStore store = Files.getFileStore(disk);
                shares.put(disk.toString(), (double) store.getUsableSpace() / store.getTotalSpace());
            } catch (IOException e) {
                throw new KafkaException("the disk of " + disk + " cannot be looked at: " + e.getMessage(), e);
            }
        }
        return shares.buildKeepingLast();
    }

    private static <T> T await(KafkaFuture<T> future) {
        return AlertPublisher.await(future, "the lag of the pipeline is not known");
    }
}
