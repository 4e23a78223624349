package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Where the consumer is and where the store is, per partition. The store leads: the consumer starts from its offsets, and is
 * sent back to them whenever what was fetched did not get stored. Not thread-safe.
 */
final class Progress {
    private final Consumer<byte[], byte[]> consumer;
    private final Map<SourcePartition, SourceOffset> stored = new HashMap<>();
    private Map<TopicPartition, FollowedPartition> followed = Map.of();

    Progress(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** Takes on what the store says now, and sends the consumer there. */
    void restart(Map<SourcePartition, SourceOffset> offsets) {
        stored.clear();
        stored.putAll(offsets);
        rewind();
    }

    /** Follows these partitions; those that are new, or of a topic made anew, from where the store is. */
    void follow(List<FollowedPartition> partitions) {
        Map<TopicPartition, FollowedPartition> next = new LinkedHashMap<>();
        partitions.forEach(partition -> next.put(partition.inKafka(), partition));
        if (next.equals(followed)) {
            return;
        }
        Map<TopicPartition, FollowedPartition> before = followed;
        followed = next;
        consumer.assign(next.keySet());
        next.forEach((inKafka, partition) -> {
            if (!partition.equals(before.get(inKafka))) {
                seek(partition);
            }
        });
    }

    /** Sends the consumer back to where the store is. */
    void rewind() {
        followed.values().forEach(this::seek);
    }

    void toBeginning(Collection<TopicPartition> partitions) {
        consumer.seekToBeginning(partitions);
    }

    private void seek(FollowedPartition partition) {
        SourceOffset offset = stored.get(partition.inStore());
        if (offset != null && offset.topicId().equals(partition.topicId())) {
            consumer.seek(partition.inKafka(), offset.nextOffset());
            return;
        }
        consumer.seekToBeginning(List.of(partition.inKafka()));
    }

    FollowedPartition followed(TopicPartition partition) {
        return Objects.requireNonNull(followed.get(partition), partition::toString);
    }

    boolean nothingToFollow() {
        return followed.isEmpty();
    }

    Collection<TopicPartition> partitions() {
        return followed.keySet();
    }

    /** From where the store is to where the consumer is; a position also passes transaction markers, which are no records. */
    List<OffsetMove> moves() {
        List<OffsetMove> moves = new ArrayList<>();
        followed.forEach((inKafka, partition) -> {
            OptionalLong position = position(inKafka);
            SourceOffset from = stored.get(partition.inStore());
            if (position.isPresent()) {
                SourceOffset to = new SourceOffset(partition.topicId(), position.getAsLong());
                if (!to.equals(from)) {
                    moves.add(new OffsetMove(partition.inStore(), Optional.ofNullable(from), to));
                }
            }
        });
        return moves;
    }

    /** The moves are in the store. */
    void moved(List<OffsetMove> moves) {
        moves.forEach(move -> stored.put(move.partition(), move.to()));
    }

    /** Whether the store is at least as far as these offsets. */
    boolean reached(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> storedAt(end.getKey()) >= end.getValue());
    }

    /** Before the beginning where the store has no offset yet: without one it could not tell later what was lost in between. */
    private long storedAt(TopicPartition inKafka) {
        FollowedPartition partition = followed.get(inKafka);
        SourceOffset offset = partition == null ? null : stored.get(partition.inStore());
        return offset == null ? -1 : offset.nextOffset();
    }

    /** Records that are not fetched yet, as far as the last fetch told. */
    Map<Team, Long> lagByTeam() {
        Map<Team, Long> lags = new HashMap<>();
        followed.forEach((inKafka, partition) ->
                lags.merge(partition.team(), consumer.currentLag(inKafka).orElse(0), Long::sum));
        return lags;
    }

    /** Whether the consumer is known to be at the end of everything. */
    boolean nothingLeft() {
        return followed.keySet().stream()
                .allMatch(partition -> consumer.currentLag(partition).orElse(1) == 0);
    }

    private OptionalLong position(TopicPartition partition) {
        try {
            return OptionalLong.of(consumer.position(partition, Duration.ZERO));
        } catch (TimeoutException e) {
            // Not known yet: the consumer is still looking up where the partition begins.
            return OptionalLong.empty();
        }
    }
}
