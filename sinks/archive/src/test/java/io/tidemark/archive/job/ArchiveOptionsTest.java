package io.tidemark.archive.job;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.archive.format.RegistryAddress;
import io.tidemark.schemas.Team;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import org.junit.jupiter.api.Test;

final class ArchiveOptionsTest {
    private static final Team PERF = new Team("perf");
    private static final Team CHAT = new Team("chat");

    @Test
    void tokensAndRequestsOfEveryTeamAreRead() {
        Predicate<String> read = TopicPattern.pattern(Set.of()).asMatchPredicate();

        assertThat(read).accepts("tidemark.perf.tokens", "tidemark.a-2.requests");
        assertThat(read).rejects("tidemark.perf.control", "tidemark.perf.requests.old", "xtidemark.perf.tokens");
    }

    @Test
    void onlyNamedTeamsAreRead() {
        Predicate<String> read = TopicPattern.pattern(Set.of(PERF, CHAT)).asMatchPredicate();

        assertThat(read).accepts("tidemark.perf.tokens", "tidemark.chat.requests");
        assertThat(read).rejects("tidemark.perf2.tokens", "tidemark.other.requests");
    }

    @Test
    void oneTeamsGroupIsUnderThePrefixThatTheTeamMayUse() {
        assertThat(ConsumerGroup.of(options(Set.of(PERF), "file:///a"))).startsWith("tidemark.perf.archive.");
        assertThat(ConsumerGroup.of(options(Set.of(PERF, CHAT), "file:///a"))).startsWith("tidemark.archive.");
    }

    @Test
    void twoArchivesHaveGroupsOfTheirOwn() {
        assertThat(ConsumerGroup.of(options(Set.of(PERF), "file:///a")))
                .isEqualTo(ConsumerGroup.of(options(Set.of(PERF), "file:///a")))
                .isNotEqualTo(ConsumerGroup.of(options(Set.of(PERF), "file:///b")));
    }

    @Test
    void aTimeBetweenCheckpointsThatLeavesNoTimeForThemIsRefused() {
        assertThatThrownBy(() -> options(Duration.ofMillis(99), 1))
                .hasMessage("the time between checkpoints must be >= 100 ms but was PT0.099S");
        assertThatThrownBy(() -> options(Duration.ofSeconds(1), 0)).hasMessage("parallelism must be >= 1 but was 0");
    }

    private static ArchiveOptions options(Set<Team> teams, String folder) {
        return new ArchiveOptions(
                source(),
                teams,
                new ArchiveOptions.Location(URI.create(folder), URI.create(folder)),
                Duration.ofMinutes(1),
                1);
    }

    private static ArchiveOptions options(Duration every, int parallelism) {
        URI folder = URI.create("file:///a");
        return new ArchiveOptions(source(), Set.of(), new ArchiveOptions.Location(folder, folder), every, parallelism);
    }

    private static ArchiveOptions.Source source() {
        return new ArchiveOptions.Source("b:9092", Map.of(), new RegistryAddress("http://r:8081", Map.of()));
    }
}
