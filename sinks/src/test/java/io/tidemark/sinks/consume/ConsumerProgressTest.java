package io.tidemark.sinks.consume;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.store.SourceOffset;
import java.util.List;
import java.util.Map;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.clients.consumer.internals.AutoOffsetResetStrategy;
import org.apache.kafka.common.TopicPartition;
import org.junit.jupiter.api.Test;

final class ConsumerProgressTest {
    private static final FollowedPartition PARTITION =
            new FollowedPartition(new Team("perf"), Topic.REQUESTS, 0, "id-1");
    private static final TopicPartition IN_KAFKA = PARTITION.inKafka();

    private final MockConsumer<byte[], byte[]> consumer = new MockConsumer<>(AutoOffsetResetStrategy.NONE.name());
    private final ConsumerProgress progress = new ConsumerProgress(consumer);

    @Test
    void aSinkThatBeginsWithTheNewestRecordGoesBackToItWhenABatchWasNotStored() {
        consumer.updateBeginningOffsets(Map.of(IN_KAFKA, 0L));
        consumer.updateEndOffsets(Map.of(IN_KAFKA, 40L));

        progress.follow(List.of(PARTITION), Begin.NEWEST);
        assertThat(consumer.position(IN_KAFKA)).isEqualTo(40);
        consumer.seek(IN_KAFKA, 45);
        progress.rewind();

        assertThat(consumer.position(IN_KAFKA)).isEqualTo(40);
    }

    @Test
    void whatTheStoreHasGoesBeforeWhereTheSinkBegan() {
        consumer.updateEndOffsets(Map.of(IN_KAFKA, 40L));
        progress.follow(List.of(PARTITION), Begin.NEWEST);

        progress.restart(Map.of(PARTITION.inStore(), new SourceOffset("id-1", 43)));

        assertThat(consumer.position(IN_KAFKA)).isEqualTo(43);
    }

    @Test
    void aSinkOfATopicThatWasMadeAnewBeginsWithItsOldestRecord() {
        consumer.updateBeginningOffsets(Map.of(IN_KAFKA, 0L));
        consumer.updateEndOffsets(Map.of(IN_KAFKA, 40L));
        progress.follow(List.of(PARTITION), Begin.NEWEST);

        progress.follow(List.of(new FollowedPartition(new Team("perf"), Topic.REQUESTS, 0, "id-2")), Begin.OLDEST);

        assertThat(consumer.position(IN_KAFKA)).isZero();
    }
}
