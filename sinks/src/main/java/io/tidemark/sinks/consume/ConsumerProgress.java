package io.tidemark.sinks.consume;

import static java.util.stream.Collectors.toCollection;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.OffsetMove;
import io.tidemark.sinks.store.SourceOffset;
import io.tidemark.sinks.store.SourcePartition;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Stream;
import org.apache.kafka.clients.consumer.Consumer;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;

/**
 * Where the consumer is and where the store is, per partition. The store leads: the consumer starts from its offsets, and is
 * sent back to them whenever what was fetched did not get stored. Not thread-safe.
 */
public final class ConsumerProgress {
    private final Consumer<byte[], byte[]> consumer;
    private final Map<SourcePartition, SourceOffset> stored = new HashMap<>();
    private Map<TopicPartition, FollowedPartition> followed = Map.of();
    private Map<TopicPartition, FollowedPartition> watched = Map.of();
    /** Where a partition was begun of which the store has nothing, if not at its oldest record. */
    private final Map<FollowedPartition, Long> begun = new HashMap<>();

    public ConsumerProgress(Consumer<byte[], byte[]> consumer) {
        this.consumer = consumer;
    }

    /** Takes on what the store says now, and sends the consumer there. */
    public void restart(Map<SourcePartition, SourceOffset> offsets) {
        stored.clear();
        stored.putAll(offsets);
        rewind();
    }

    /** Takes on what the store says now of one team, and sends the consumer there. */
    public void restart(Team team, Map<SourcePartition, SourceOffset> offsets) {
        replaceStored(team, offsets);
        rewind(team);
    }

    private void replaceStored(Team team, Map<SourcePartition, SourceOffset> offsets) {
        stored.keySet().removeIf(partition -> partition.team().equals(team));
        offsets.forEach((partition, offset) -> {
            if (partition.team().equals(team)) {
                stored.put(partition, offset);
            }
        });
    }

    /**
     * Follows these partitions; those that are new, or of a topic made anew, from where the store is, or else from there.
     *
     * @throws TimeoutException if Kafka does not say in time where the newest record is
     */
    public void follow(List<FollowedPartition> partitions, Begin begin) {
        follow(partitions, partition -> begin);
    }

    /** The same, with a begin for each partition. */
    public void follow(List<FollowedPartition> partitions, Function<FollowedPartition, Begin> begin) {
        Map<TopicPartition, FollowedPartition> next = byPlace(partitions);
        if (next.equals(followed)) {
            return;
        }
        List<FollowedPartition> added = next.values().stream()
                .filter(partition -> !partition.equals(followed.get(partition.inKafka())))
                .toList();
        beginAtEnd(added.stream()
                .filter(partition -> begin.apply(partition) == Begin.NEWEST)
                .toList());
        followed = next;
        consumer.assign(next.keySet());
        added.forEach(this::seek);
    }

    private void beginAtEnd(List<FollowedPartition> partitions) {
        Map<TopicPartition, Long> ends = consumer.endOffsets(
                partitions.stream().map(FollowedPartition::inKafka).toList());
        partitions.forEach(partition -> begun.put(partition, Objects.requireNonNull(ends.get(partition.inKafka()))));
    }

    /** Only notes how far others have stored these. */
    public void watch(List<FollowedPartition> partitions) {
        watched = byPlace(partitions);
    }

    /** Takes on how far others have stored what is watched. */
    public void updateWatched(Map<SourcePartition, SourceOffset> offsets) {
        watched.values().forEach(partition -> {
            SourceOffset offset = offsets.get(partition.inStore());
            if (offset != null) {
                stored.put(partition.inStore(), offset);
            }
        });
    }

    private static Map<TopicPartition, FollowedPartition> byPlace(List<FollowedPartition> partitions) {
        Map<TopicPartition, FollowedPartition> byPlace = new LinkedHashMap<>();
        partitions.forEach(partition -> byPlace.put(partition.inKafka(), partition));
        return byPlace;
    }

    /** Sends the consumer back to where the store is. */
    public void rewind() {
        followed.values().forEach(this::seek);
    }

    /** As {@link #rewind()}, for one team. */
    public void rewind(Team team) {
        of(team).forEach(this::seek);
    }

    /** Fetches nothing of a team until {@link #resume}. */
    public void pause(Team team) {
        consumer.pause(of(team).map(FollowedPartition::inKafka).toList());
    }

    public void resume(Team team) {
        consumer.resume(of(team).map(FollowedPartition::inKafka).toList());
    }

    private Stream<FollowedPartition> of(Team team) {
        return followed.values().stream().filter(partition -> partition.team().equals(team));
    }

    /** Teams of what is followed. */
    public Set<Team> teams() {
        return followed.values().stream().map(FollowedPartition::team).collect(toCollection(LinkedHashSet::new));
    }

    public void seekToBeginning(Collection<TopicPartition> partitions) {
        consumer.seekToBeginning(partitions);
    }

    private void seek(FollowedPartition partition) {
        SourceOffset offset = stored.get(partition.inStore());
        Long begunAt = begun.get(partition);
        if (offset != null && offset.topicId().equals(partition.topicId())) {
            consumer.seek(partition.inKafka(), offset.nextOffset());
        } else if (begunAt != null) {
            consumer.seek(partition.inKafka(), begunAt);
        } else {
            consumer.seekToBeginning(List.of(partition.inKafka()));
        }
    }

    public FollowedPartition followed(TopicPartition partition) {
        return Objects.requireNonNull(followed.get(partition), partition::toString);
    }

    public boolean followsNothing() {
        return followed.isEmpty();
    }

    /** Those that are followed or watched. */
    public Collection<TopicPartition> partitions() {
        return Stream.concat(followed.keySet().stream(), watched.keySet().stream())
                .toList();
    }

    public boolean watchesAny() {
        return !watched.isEmpty();
    }

    /** From where the store is to where the consumer is; a position also passes transaction markers, which are no records. */
    public List<OffsetMove> offsetMoves(Team team) {
        List<OffsetMove> moves = new ArrayList<>();
        of(team).forEach(partition -> {
            OptionalLong position = position(partition.inKafka());
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
    public void moved(List<OffsetMove> moves) {
        moves.forEach(move -> stored.put(move.partition(), move.to()));
    }

    /** Whether the store is at least as far as these offsets. */
    public boolean hasReached(Map<TopicPartition, Long> ends) {
        return ends.entrySet().stream().allMatch(end -> storedAt(end.getKey()) >= end.getValue());
    }

    /** Before the beginning where the store has no offset yet: without one it could not determine later what was lost in between. */
    private long storedAt(TopicPartition inKafka) {
        FollowedPartition partition = followed.getOrDefault(inKafka, watched.get(inKafka));
        SourceOffset offset = partition == null ? null : stored.get(partition.inStore());
        return offset == null ? -1 : offset.nextOffset();
    }

    /** Records that are not fetched yet, by team, as of the last fetch. */
    public Map<Team, Long> lagByTeam() {
        Map<Team, Long> lags = new HashMap<>();
        followed.forEach((inKafka, partition) ->
                lags.merge(partition.team(), consumer.currentLag(inKafka).orElse(0), Long::sum));
        return lags;
    }

    /** Whether the consumer is known to be at the end of everything. */
    public boolean isAtEnd() {
        return followed.values().stream().allMatch(this::atEnd);
    }

    /** Whether the consumer is known to be at the end of everything of a team. */
    public boolean isAtEnd(Team team) {
        return of(team).allMatch(this::atEnd);
    }

    private boolean atEnd(FollowedPartition partition) {
        return consumer.currentLag(partition.inKafka()).orElse(1) == 0;
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
