package io.tidemark.streams.host;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryConfig;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.Set;
import org.apache.kafka.streams.StreamsConfig;
import org.junit.jupiter.api.Test;

class StreamsConfigsTest {
    private static final Team TEAM = new Team("alpha");

    @Test
    void lessThanExactlyOnceIsRefused() {
        StreamsOptions options = with(Map.of("processing.guarantee", "at_least_once"));
        assertThatThrownBy(() -> StreamsConfigs.of(options, TEAM, "me", (topic, millis) -> {}))
                .isInstanceOf(IllegalArgumentException.class)
                .hasMessageContaining("processing.guarantee must be exactly_once_v2 but was at_least_once");
    }

    @Test
    void kafkaAcceptsTheSettings() {
        Properties config =
                StreamsConfigs.of(with(Map.of("security.protocol", "PLAINTEXT")), TEAM, "me", (topic, millis) -> {});
        StreamsConfig read = new StreamsConfig(config);
        assertThat(read.getMainConsumerConfigs("tidemark.alpha.streams", "client", 0))
                .containsEntry("group.instance.id", "me-0")
                .containsEntry("isolation.level", "read_committed");
        assertThat(read.getLong(StreamsConfig.COMMIT_INTERVAL_MS_CONFIG)).isEqualTo(500);
    }

    @Test
    void aHostWithANameIsThatMemberOfEachGroup() {
        GroupOptions group = named("tidemark-streams-0");
        StreamsOptions options =
                with(Map.of()).withTuning(StreamsOptions.Tuning.defaults().withGroup(group));
        StreamsConfig read = new StreamsConfig(StreamsConfigs.of(options, TEAM, "me", (topic, millis) -> {}));
        assertThat(read.getMainConsumerConfigs("tidemark.alpha.streams", "client", 1))
                .containsEntry("group.instance.id", "tidemark-streams-0-1");
        assertThatThrownBy(() -> named("pod 0"))
                .hasMessage("a host's name must be 1 to 200 letters, digits, dots, _ and - but was \"pod 0\"");
    }

    @Test
    void aTeamsClientsAreCalledTheSameInEveryProcess() {
        StreamsConfig read = new StreamsConfig(StreamsConfigs.of(with(Map.of()), TEAM, "me", (topic, millis) -> {}));
        assertThat(read.getString(StreamsConfig.CLIENT_ID_CONFIG)).isEqualTo("tidemark.alpha.streams");
    }

    @Test
    void theStreamsProtocolHasNoLastingMembersAndLeavesStandbysToTheBrokers() {
        GroupOptions group = new GroupOptions(GroupOptions.Protocol.STREAMS, 0);
        StreamsOptions options =
                with(Map.of()).withTuning(StreamsOptions.Tuning.defaults().withGroup(group));
        StreamsConfig read = new StreamsConfig(StreamsConfigs.of(options, TEAM, "me", (topic, millis) -> {}));
        assertThat(read.getString(StreamsConfig.GROUP_PROTOCOL_CONFIG)).isEqualTo("streams");
        assertThat(read.getMainConsumerConfigs("tidemark.alpha.streams", "client", 0))
                .doesNotContainKey("group.instance.id");
        assertThatThrownBy(() -> new GroupOptions(GroupOptions.Protocol.STREAMS, 1))
                .hasMessageContaining("streams.num.standby.replicas");
    }

    @Test
    void threadsBeyondThoseThatQuotasAreSetForAreRefused() {
        assertThat(new StreamsOptions.Tuning(16, 4, Duration.ofSeconds(3)).threads())
                .isEqualTo(16);
        assertThatThrownBy(() -> new StreamsOptions.Tuning(17, 4, Duration.ofSeconds(3)))
                .hasMessage("threads must be <= 16, as many as quotas are set for, but were 17");
    }

    @Test
    void standbysAreAsManyAsAskedFor() {
        StreamsOptions options = with(Map.of())
                .withTuning(
                        StreamsOptions.Tuning.defaults().withGroup(new GroupOptions(GroupOptions.Protocol.CLASSIC, 1)));
        StreamsConfig read = new StreamsConfig(StreamsConfigs.of(options, TEAM, "me", (topic, millis) -> {}));
        assertThat(read.getInt(StreamsConfig.NUM_STANDBY_REPLICAS_CONFIG)).isEqualTo(1);
    }

    private static GroupOptions named(String name) {
        return new GroupOptions(GroupOptions.Protocol.CLASSIC, 0, Optional.of(name));
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
