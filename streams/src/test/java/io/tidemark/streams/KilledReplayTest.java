package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.fixtures.kafka.TeamTopics;
import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.apache.avro.specific.SpecificRecord;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The record of {@link DeterminismTest} through real brokers and a host process that is killed in the middle of it. */
@Tag("long")
class KilledReplayTest {
    private static final Duration LIMIT = Duration.ofMinutes(5);

    @TempDir
    private Path folder;

    @Test
    void aKilledHostLeavesTheSameContentAsOneThatWasNot() throws InterruptedException {
        RecordedInput input = RecordedInput.load();
        Map<String, Object> expected = DeterminismTest.replay(folder, input.merged(0, 1));
        List<SpecificRecord> records = input.merged(11, 50);
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                TeamTopics team =
                        TeamTopics.create(cluster.bootstrapServers(), cluster.registryUrl(), new Team("alpha"))) {
            ChildJvm first = start(cluster);
            records.subList(0, records.size() / 2).forEach(event -> team.send(event));
            team.flush();
            Await.until(() -> !FinalContent.of(team).isEmpty(), LIMIT, () -> "nothing is final; see " + folder);
            first.kill();
            records.subList(records.size() / 2, records.size()).forEach(event -> team.send(event));
            team.flush();
            try (ChildJvm second = start(cluster)) {
                Await.until(
                        () -> FinalContent.of(team).equals(expected),
                        LIMIT,
                        () -> "another content; see " + folder + ": " + difference(expected, FinalContent.of(team)));
                second.terminate();
            }
            assertThat(FinalContent.of(team)).isEqualTo(expected);
        }
    }

    private static String difference(Map<String, Object> expected, Map<String, Object> content) {
        return expected.entrySet().stream()
                .filter(entry -> !entry.getValue().equals(content.get(entry.getKey())))
                .findFirst()
                .map(entry ->
                        entry.getKey() + "\nexpected " + entry.getValue() + "\nbut was " + content.get(entry.getKey()))
                .orElse("more than expected");
    }

    private ChildJvm start(LocalCluster cluster) {
        return HostProcess.start(cluster.bootstrapServers(), cluster.registryUrl(), folder.resolve("state"));
    }
}
