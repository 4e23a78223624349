package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class StreamsConfigsTest {
    private static final Team TEAM = new Team("alpha");

    @Test
    void lessThanExactlyOnceIsRefused() {
        StreamsOptions options = with(Map.of("processing.guarantee", "at_least_once"));
        assertThatThrownBy(() -> StreamsConfigs.of(options, TEAM, "me"))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("processing.guarantee must be exactly_once_v2 but was at_least_once");
    }

    @Test
    void kafkaAcceptsTheSettings() {
        Properties config = StreamsConfigs.of(with(Map.of("security.protocol", "PLAINTEXT")), TEAM, "me");
        StreamsConfig read = new StreamsConfig(config);
        assertThat(read.getMainConsumerConfigs("tidemark.alpha.streams", "client", 0))
                .containsEntry("group.instance.id", "me-0")
                .containsEntry("isolation.level", "read_committed");
        assertThat(read.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(200);
    }

    private static StreamsOptions with(Map<String, String> settings) {
        return new StreamsOptions(
                new StreamsOptions.Kafka("localhost:1", settings),
                RegistryConfig.of("http://localhost:1"),
                Path.of("unused"),
                Set.of(),
                StreamsOptions.Tuning.defaults());
    }
}
