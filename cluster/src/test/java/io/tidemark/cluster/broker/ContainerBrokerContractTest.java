package io.tidemark.cluster.broker;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.TestInstance;
import org.testcontainers.DockerClientFactory;
import org.testcontainers.kafka.KafkaContainer;

/** The same contract in Kafka's own image; docs/checks/testcontainers.sh makes one where none can be pulled, and an engine of podman. */
@Tag("integration")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
final class ContainerBrokerContractTest extends BrokerContract {
    private static final Path SOCKET = Path.of("/var/run/docker.sock");

    /** Machines are slow. */
    private static final Duration STARTS_WITHIN = Duration.ofMinutes(5);

    private Optional<KafkaContainer> kafka = Optional.empty();

    @BeforeAll
    void start() {
        assumeTrue(
                Files.exists(SOCKET) || System.getenv("DOCKER_HOST") != null,
                "no Docker engine: neither " + SOCKET + " nor DOCKER_HOST is there");
        assumeTrue(DockerClientFactory.instance().isDockerAvailable(), "the Docker engine does not answer");
        KafkaContainer container = new KafkaContainer("apache/kafka:4.3.1")
                .withEnv("KAFKA_AUTO_CREATE_TOPICS_ENABLE", "false")
                .withEnv("KAFKA_LOG_CLEANER_BACKOFF_MS", "500")
                .withStartupTimeout(STARTS_WITHIN);
        container.start();
        kafka = Optional.of(container);
    }

    @AfterAll
    void stop() {
        kafka.ifPresent(KafkaContainer::stop);
    }

    @Override
    String bootstrapServers() {
        return kafka.orElseThrow().getBootstrapServers();
    }
}
