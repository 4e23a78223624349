package io.tidemark.console.live;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.sinks.sink.StoreSink;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.kafka.clients.consumer.MockConsumer;
import org.apache.kafka.common.PartitionInfo;
import org.apache.kafka.common.TopicPartition;
import org.apache.kafka.common.errors.TimeoutException;
import org.junit.jupiter.api.Test;

/** Each topic of the team has one partition, which ends at 7. */
final class TopicEndsTest {
    private static final Team PERF = new Team("perf");

    private final AtomicLong nanos = new AtomicLong();

    private TopicEnds answeringEach(Duration after) {
        MockConsumer<byte[], byte[]> consumer = new MockConsumer<>("earliest") {
            @Override
            public synchronized List<PartitionInfo> partitionsFor(String topic, Duration timeout) {
                assertThat(timeout).isLessThanOrEqualTo(Duration.ofSeconds(5).minusNanos(nanos.get()));
                nanos.addAndGet(after.toNanos());
                return List.of(new PartitionInfo(topic, 0, null, null, null));
            }
        };
        for (Topic topic : StoreSink.topics()) {
            consumer.updateEndOffsets(Map.of(new TopicPartition(topic.in(PERF), 0), 7L));
        }
        return new TopicEnds(consumer, nanos::get);
    }

    @Test
    void partitionsOfTheTeamAreAskedFor() {
        try (TopicEnds ends = answeringEach(Duration.ofMillis(1))) {
            assertThat(ends.of(PERF)).containsEntry(new TopicPartition(Topic.WINDOWS.in(PERF), 0), 7L);
        }
    }

    @Test
    void theAnswersTakeFiveSecondsInAll() {
        try (TopicEnds ends = answeringEach(Duration.ofSeconds(2))) {
            assertThatThrownBy(() -> ends.of(PERF))
                    .isInstanceOf(TimeoutException.class)
                    .hasMessage("the cluster did not answer within 5 s");
            assertThat(nanos).hasValue(Duration.ofSeconds(6).toNanos());
        }
    }
}
