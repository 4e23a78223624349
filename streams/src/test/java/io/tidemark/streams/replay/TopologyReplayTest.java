package io.tidemark.streams.replay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.DeadLetter;
import io.tidemark.schemas.deadletter.DeadLetterCode;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Duration;
import java.time.Instant;
import org.apache.kafka.clients.producer.ProducerRecord;
import org.junit.jupiter.api.Test;

/** What a replay gives beside results; DeterminismTest compares those. */
final class TopologyReplayTest {
    private static final Team TEAM = new Team("alpha");
    private static final Instant START = Instant.parse("2026-11-20T12:00:00Z");

    private static ProducerRecord<String, byte[]> record(Topic topic) {
        return new ProducerRecord<>(topic.in(TEAM), null, START.toEpochMilli(), "run/lane-0/0", new byte[] {1, 2, 3});
    }

    @Test
    void aRecordThatIsNoEventIsADeadLetterWithItsReason() {
        try (TopologyReplay replay = new TopologyReplay(TEAM, SchemaRegistry.inProcess(TEAM), START)) {
            replay.accept(record(Topic.REQUESTS));
            replay.advance(Duration.ofSeconds(1));

            assertThat(replay.takeRecords())
                    .filteredOn(record -> record.topic().equals(Topic.DEAD_LETTERS.in(TEAM)))
                    .singleElement()
                    .satisfies(letter -> assertThat(DeadLetter.reason(letter.headers()))
                            .startsWith(DeadLetterCode.NOT_AN_EVENT.name()));
        }
    }

    @Test
    void onlyRecordsOfInputTopicsAreTaken() {
        try (TopologyReplay replay = new TopologyReplay(TEAM, SchemaRegistry.inProcess(TEAM), START)) {
            assertThatThrownBy(() -> replay.accept(record(Topic.WINDOWS)))
                    .isInstanceOf(IllegalArgumentException.class)
                    .hasMessageContaining(Topic.WINDOWS.in(TEAM));
        }
    }
}
