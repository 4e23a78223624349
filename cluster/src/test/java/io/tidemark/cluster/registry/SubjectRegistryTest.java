package io.tidemark.cluster.registry;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.confluent.kafka.schemaregistry.CompatibilityLevel;
import io.confluent.kafka.schemaregistry.avro.AvroSchema;
import io.tidemark.cluster.broker.EmbeddedKafka;
import io.tidemark.cluster.broker.KafkaOptions;
import java.nio.file.Path;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

@Tag("integration")
@Timeout(120)
final class SubjectRegistryTest {
    private static final Optional<String> A = Optional.of("a");

    @TempDir
    private Path folder = Path.of("");

    /** Done once, when the comparison of a registration begins. */
    private final AtomicReference<Runnable> meanwhile = new AtomicReference<>(() -> {});

    private EmbeddedKafka kafka;

    private SchemaLog log;

    private SubjectRegistry registry;

    @BeforeEach
    void open() {
        kafka = EmbeddedKafka.start(KafkaOptions.in(folder));
        log = SchemaLog.open(RegistryOptions.on(kafka.bootstrapServers()));
        registry = SubjectRegistry.open(log, () -> {
            meanwhile.getAndSet(() -> {}).run();
            return 0;
        });
        register("a", 1);
    }

    @AfterEach
    void close() {
        log.close();
        kafka.close();
    }

    private int register(String subject, int version) {
        AvroSchema schema = SchemaParser.parseNew("{\"type\":\"record\",\"name\":\"R\",\"doc\":\"" + version
                + "\",\"fields\":[{\"name\":\"x\",\"type\":\"int\"}]}");
        return registry.register(subject, schema, () -> {}).version();
    }

    private void whileComparing(Runnable change) {
        meanwhile.set(() -> {
            try {
                CompletableFuture.runAsync(change).get(60, TimeUnit.SECONDS);
            } catch (Exception e) {
                throw new AssertionError("the change waited for the comparison", e);
            }
        });
    }

    @Test
    void otherSubjectsAreChangedWhileARegistrationIsCompared() {
        whileComparing(() -> register("b", 1));
        assertThat(register("a", 2)).isEqualTo(2);
        assertThat(registry.versions("b").all()).hasSize(1);
    }

    @Test
    void aRegistrationThatWasComparedWithWhatIsNoLongerTrueIsToBeSentAgain() {
        whileComparing(() -> registry.setLevel(A, CompatibilityLevel.NONE));
        assertIsToBeSentAgain();
        whileComparing(() -> registry.softDeleteVersion("a", "1"));
        assertIsToBeSentAgain();
        assertThat(register("a", 2)).isEqualTo(2);
    }

    private void assertIsToBeSentAgain() {
        assertThatThrownBy(() -> register("a", 2))
                .isInstanceOf(RegistryError.class)
                .hasMessageContaining("subject a changed while the schema was compared with its versions")
                .extracting(error -> ((RegistryError) error).httpStatus())
                .isEqualTo(500);
        assertThat(registry.versions("a").all()).hasSize(1);
    }
}
