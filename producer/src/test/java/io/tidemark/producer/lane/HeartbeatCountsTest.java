package io.tidemark.producer.lane;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Heartbeat;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunSpecFixture;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.schemas.Topic;
import java.net.URI;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Test;

class HeartbeatCountsTest {
    private static final Plan PLAN = PlanLoader.parse("""
            experiment: test
            workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
            steps: [{rate: 1, requests: 5}]
            """, "plan.yaml", Path.of(""));

    /** Three of five batches fitted into the queue, and Kafka refused two that had. */
    @Test
    void aHeartbeatSaysWhatTheQueueAndKafkaLost() {
        HeartbeatCounts counts = new HeartbeatCounts(RunSpecFixture.of(PLAN, URI.create("http://127.0.0.1:1/v1")));
        for (int batch = 0; batch < 3; batch++) {
            counts.tokenBatchPublished();
        }
        Heartbeat.Builder beat = counts.take(
                Instant.EPOCH, new HeartbeatCounts.SequenceNumbers(5, 0), HeartbeatCounts.Closing.MORE_FOLLOW);
        HeartbeatCounts.setAges(beat, new HeartbeatCounts.LiveRequests(List.of(), List.of()), 0);
        MemoryPublisher refusing = new MemoryPublisher() {
            @Override
            public long lost(Topic topic) {
                return topic == Topic.TOKENS ? 2 : 0;
            }
        };

        Heartbeat told = counts.complete(beat, refusing, 2);

        assertThat(told.getNextTokenBatch()).isEqualTo(5);
        assertThat(told.getLostTokenBatches()).isEqualTo(2 + 2);
        assertThat(told.getNextRequest()).isZero();
        assertThat(told.getLostRequests()).isZero();
    }
}
