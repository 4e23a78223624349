package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.DeadLetter;
import io.tidemark.schemas.serde.DeadLetterCode;
import io.tidemark.schemas.serde.RecordPosition;
import io.tidemark.sinks.store.Change;
import io.tidemark.sinks.store.RefusedException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.consumer.ConsumerRecord;
import org.jspecify.annotations.Nullable;

/** What one fetch brings: its records, each with what it does to the store, and deletions, which are only counted. */
record Fetched(List<Taken> taken, long tombstones) {
    /** A record of which no row is made, as it came. */
    @SuppressWarnings("ArrayRecordComponent") // the bytes are passed on, never compared
    record Letter(Team team, DeadLetter why, byte @Nullable [] value) {}

    /**
     * A record and what it does to the store.
     *
     * @param letter for the team's dead letters, if it is for the sink to send one
     */
    record Taken(
            ConsumerRecord<byte[], byte[]> record, FollowedPartition from, Change change, Optional<Letter> letter) {
        static Taken stored(ConsumerRecord<byte[], byte[]> record, FollowedPartition from, Change change) {
            return new Taken(record, from, change, Optional.empty());
        }

        /** It cannot be decoded. One of an input topic has its letter from the streams, which read it too: a second would count it twice. */
        static Taken undecodable(
                ConsumerRecord<byte[], byte[]> record, FollowedPartition from, RuntimeException error) {
            Taken aside = aside(record, from, DeadLetter.of(RecordPosition.of(record), error));
            return from.topic().isInput() ? new Taken(record, from, aside.change(), Optional.empty()) : aside;
        }

        /** The store refuses it, whatever topic it is of: nobody else knows. */
        Taken refused(String reason) {
            return aside(
                    record,
                    from,
                    new DeadLetter(
                            RecordPosition.of(record),
                            DeadLetterCode.REFUSED,
                            reason,
                            RefusedException.class.getSimpleName()));
        }

        private static Taken aside(ConsumerRecord<byte[], byte[]> record, FollowedPartition from, DeadLetter why) {
            Change noted = new Change.PutAside(
                    from.inStore(), from.topicId(), record.offset(), appended(record), why.code(), why.detail());
            return new Taken(record, from, noted, Optional.of(new Letter(from.team(), why, record.value())));
        }

        static Instant appended(ConsumerRecord<byte[], byte[]> record) {
            return Instant.ofEpochMilli(record.timestamp());
        }
    }

    List<Change> changes() {
        return taken.stream().map(Taken::change).toList();
    }

    List<Letter> letters() {
        return taken.stream().flatMap(one -> one.letter().stream()).toList();
    }

    /** Records of which no row is made. */
    long putAside() {
        return taken.stream()
                .filter(one -> one.change() instanceof Change.PutAside)
                .count();
    }

    long stored() {
        return taken.size() - putAside();
    }

    /** The same with those put aside that the store refuses, each with its words. */
    Fetched refused(Map<Integer, String> reasons) {
        List<Taken> rest = new ArrayList<>(taken);
        reasons.forEach((place, reason) -> rest.set(place, taken.get(place).refused(reason)));
        return new Fetched(rest, tombstones);
    }
}
