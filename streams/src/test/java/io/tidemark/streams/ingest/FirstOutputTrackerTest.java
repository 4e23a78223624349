package io.tidemark.streams.ingest;

import static org.assertj.core.api.Assertions.assertThat;

import io.confluent.kafka.schemaregistry.client.MockSchemaRegistryClient;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.serde.TokenBatchColumns;
import io.tidemark.schemas.serde.TokenBatchDecoder;
import io.tidemark.streams.Given;
import org.junit.jupiter.api.Test;

/** Batches of producers that do not say how much output came before. */
class FirstOutputTrackerTest {
    private static final Team TEAM = new Team("alpha");
    private static final RecordPosition HERE = new RecordPosition("tidemark.alpha.tokens", 0, 0);

    private final SchemaRegistry registry =
            new SchemaRegistry(new MockSchemaRegistryClient(), RegistryConfig.embedded("http://mock"));
    private final EventEncoder<TokenBatch> encoder = registry.encoder(Topic.TOKENS, TEAM, TokenBatch.class);
    private final TokenBatchDecoder decoder = registry.tokenBatchDecoder();
    private final FirstOutputTracker tracker = new FirstOutputTracker();

    @Test
    void aLaterBatchMayHoldTheFirstOutputOfARequestThatHadNone() {
        tracker.remember(batch("one", 0), false);
        assertThat(tracker.mayHoldFirstOutput(batch("one", 5))).isTrue();
        assertThat(tracker.mayHoldFirstOutput(batch("another", 5))).isFalse();
        tracker.remember(batch("one", 5), true);
        assertThat(tracker.mayHoldFirstOutput(batch("one", 9))).isFalse();
    }

    @Test
    void namesTakeTheSameRoomWhateverTheirLength() {
        String name = "n".repeat(4_000);
        long beforeBytes = usedBytes();
        for (int i = 0; i < 15_000; i++) {
            tracker.remember(batch(name + i, 0), false);
        }
        assertThat(usedBytes() - beforeBytes).as("of 60 MB of names").isLessThan(20 << 20);
        assertThat(tracker.mayHoldFirstOutput(batch(name + 0, 5))).isTrue();
        assertThat(tracker.mayHoldFirstOutput(batch(name + 15_000, 5))).isFalse();
    }

    private TokenBatchColumns batch(String request, int firstChunk) {
        return decoder.decode(
                HERE,
                encoder.encode(Given.tokens(0, 0, 100, 10, 1)
                        .setRequest(request)
                        .setFirstChunk(firstChunk)
                        .setOutputBefore(-1)
                        .setLast(false)
                        .build()));
    }

    private static long usedBytes() {
        System.gc();
        return Runtime.getRuntime().totalMemory() - Runtime.getRuntime().freeMemory();
    }
}
