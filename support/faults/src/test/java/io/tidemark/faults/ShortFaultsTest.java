package io.tidemark.faults;

import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The subset that every build runs: duplicates and hostile records, then a killed host, in one load. */
@Tag("integration")
class ShortFaultsTest {
    private static final double MISCHIEF_UNTIL = 0.25;

    @TempDir
    private Path folder;

    @Test
    void duplicatesPoisonAndAKilledHostChangeNoWindow() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("short", 120, 24, 0));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            PoisonDeadLetters.enlarge(scene, new Team("alpha"), Topic.REQUESTS);
            FaultScenario row = new FaultScenario("short", team);
            ChildJvm host = scene.host("host");
            PoisonDeadLetters letters = new PoisonDeadLetters(team);
            RealTimeLoad load = row.begin(settings, DeliveryAnomalies.twice(MISCHIEF_UNTIL));
            letters.give(settings.seed(), load.start());
            row.tell(letters.mustBeAll());

            row.awaitFinals(load.start().plusMillis((long) (1_000 * settings.seconds() * MISCHIEF_UNTIL) + 1_000));
            host.kill();
            Instant killed = InstantSource.system().instant();
            scene.host("host");
            Duration back = ClusterFixture.untilOutput(killed, team.results(), FaultScenario.LIMIT);
            row.tell("first output " + FaultScenario.seconds(back) + " after the host was killed");
            row.mustBeExact(load);
        }
    }
}
