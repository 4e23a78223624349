package io.tidemark.app.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Test;

/** What a run prints when Kafka was away at its end is a command that works as it stands. */
class SpooledMessageTest {
    private static final Path FOLDER = Path.of("my spool");

    @Test
    void aClusterThatWasNamedIsNamedAgain() {
        List<String> cluster = List.of("--kafka", "broker:9092", "--registry", "http://registry:8081");
        assertThat(ClusterDelivery.spooledMessage(42, FOLDER, cluster))
                .isEqualTo(
                        "Kafka did not answer: 42 events wait in my spool; publish them when it is back:  "
                                + "tidemark admin spool publish --kafka broker:9092 --registry http://registry:8081 'my spool'");
    }

    @Test
    void theStackOfTheHomeIsFoundWithout() {
        assertThat(ClusterDelivery.spooledMessage(1, FOLDER, List.of()))
                .endsWith("tidemark admin spool publish 'my spool'");
    }
}
