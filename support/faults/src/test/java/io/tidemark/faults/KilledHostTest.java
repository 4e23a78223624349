package io.tidemark.faults;

import io.tidemark.fixtures.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 1: a streams host is killed with SIGKILL under load, again and again, and started again at once. */
@Tag("faults")
class KilledHostTest {
    @TempDir
    private Path folder;

    @Test
    void fiveKillsLoseNothingAndCountNothingTwice() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("1 killed host", 300, 60, 5));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("1 killed host", team);
            List<ChildJvm> hosts = new ArrayList<>(List.of(scene.host("host")));
            RealTimeLoad load = row.begin(settings);
            row.strike(load, settings, () -> {
                hosts.get(hosts.size() - 1).kill();
                Instant killed = InstantSource.system().instant();
                hosts.add(scene.host("host"));
                Duration back = ClusterFixture.untilOutput(killed, team.results(), FaultScenario.LIMIT);
                return "killed at " + FaultScenario.seconds(Duration.between(load.start(), killed)) + ", first output "
                        + FaultScenario.seconds(back) + " after";
            });
            row.mustBeExact(load);
        }
    }
}
