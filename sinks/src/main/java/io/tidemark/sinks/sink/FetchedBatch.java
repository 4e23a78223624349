package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.store.RefusedException;
import io.tidemark.sinks.store.StoreChange;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** What one fetch brings: its records, each with what it does to the store, and deletions, which are only counted. */
record FetchedBatch(List<FetchedRecord> records, long tombstones) {
    /** A record of which no row is made, as it came. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are passed on, never compared
    record DeadLetterRecord(Team team, DeadLetter why, byte @Nullable [] value) {}

    /**
     * A record and what it does to the store.
     *
     * @param letter for the team's dead letters, if it is for the sink to send one
     */
    record FetchedRecord(
            ConsumerRecord<byte[], byte[]> record,
            FollowedPartition from,
            StoreChange change,
            Optional<DeadLetterRecord> letter) {
        static FetchedRecord stored(ConsumerRecord<byte[], byte[]> record, FollowedPartition from, StoreChange change) {
            return new FetchedRecord(record, from, change, Optional.empty());
        }

        /** It cannot be decoded. One of an input topic has its letter from the streams, which read it too: a second would count it twice. */
        static FetchedRecord undecodable(
                ConsumerRecord<byte[], byte[]> record, FollowedPartition from, RuntimeException error) {
            FetchedRecord aside = aside(record, from, DeadLetter.of(RecordPosition.of(record), error));
            return from.topic().isInput() ? new FetchedRecord(record, from, aside.change(), Optional.empty()) : aside;
        }

        /** The store refuses it, whatever topic it is of; no other reader detects that. */
        FetchedRecord refused(String reason) {
            return aside(
                    record,
                    from,
                    new DeadLetter(
                            RecordPosition.of(record),
                            DeadLetterCode.REFUSED,
                            reason,
                            RefusedException.class.getSimpleName()));
        }

        private static FetchedRecord aside(
                ConsumerRecord<byte[], byte[]> record, FollowedPartition from, DeadLetter why) {
            StoreChange noted = new StoreChange.DeadLettered(
                    from.inStore(), from.topicId(), record.offset(), appended(record), why.code(), why.detail());
            return new FetchedRecord(
                    record, from, noted, Optional.of(new DeadLetterRecord(from.team(), why, record.value())));
        }

        static Instant appended(ConsumerRecord<byte[], byte[]> record) {
            return Instant.ofEpochMilli(record.timestamp());
        }
    }

    List<StoreChange> changes() {
        return records.stream().map(FetchedRecord::change).toList();
    }

    List<DeadLetterRecord> letters() {
        return records.stream().flatMap(one -> one.letter().stream()).toList();
    }

    /** Records of which no row is made. */
    long deadLettered() {
        return records.stream()
                .filter(one -> one.change() instanceof StoreChange.DeadLettered)
                .count();
    }

    long stored() {
        return records.size() - deadLettered();
    }

    /** The same with those put aside that the store refuses, each with its words. */
    FetchedBatch refused(Map<Integer, String> reasons) {
        List<FetchedRecord> rest = new ArrayList<>(records);
        reasons.forEach((place, reason) -> rest.set(place, records.get(place).refused(reason)));
        return new FetchedBatch(rest, tombstones);
    }
}
