package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.cluster.local.LocalCluster;
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
@Tag("integration")
@Tag("long")
class KilledReplayTest {
    private static final Duration LIMIT = Duration.ofSeconds(90);

    @TempDir
    private Path folder;

    @Test
    void aKilledHostLeavesTheSameContentAsOneThatWasNot() throws InterruptedException {
        RecordedInput input = RecordedInput.load();
        Map<String, Object> expected = DeterminismTest.replay(folder, input.merged(0, 1));
        List<SpecificRecord> records = input.merged(11, 50);
        try (LocalCluster cluster = LocalCluster.start(folder.resolve("cluster"));
                LiveTeam team = new LiveTeam(new Team("alpha"), cluster)) {
            Process first = start(cluster);
            records.subList(0, records.size() / 2).forEach(event -> team.send(event));
            team.flush();
            Await.until(() -> !FinalContent.of(team).isEmpty(), LIMIT, () -> "nothing is final; see " + folder);
            first.destroyForcibly().waitFor();
            records.subList(records.size() / 2, records.size()).forEach(event -> team.send(event));
            team.flush();
            Process second = start(cluster);
            try {
                Await.until(
                        () -> FinalContent.of(team).equals(expected),
                        LIMIT,
                        () -> "another content; see " + folder + ": " + difference(expected, FinalContent.of(team)));
            } finally {
                second.destroy();
                second.waitFor();
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

    private Process start(LocalCluster cluster) {
        return HostProcess.start(cluster.bootstrapServers(), cluster.registryUrl(), folder.resolve("state"));
    }
}
