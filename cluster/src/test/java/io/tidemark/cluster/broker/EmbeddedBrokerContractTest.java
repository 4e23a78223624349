package io.tidemark.cluster.broker;

import java.nio.file.Path;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
@Tag("smoke")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class EmbeddedBrokerContractTest extends BrokerContract {
    private EmbeddedKafka kafka;

    @BeforeAll
    void start(@TempDir Path dir) {
        kafka = EmbeddedKafka.start(KafkaOptions.in(dir).overriding("log.cleaner.backoff.ms", "500"));
    }

    @AfterAll
    void stop() {
        kafka.close();
    }

    @Override
    String bootstrapServers() {
        return kafka.bootstrapServers();
    }
}
