package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
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

/** Duplicates and hostile records, then a killed host, then a killed broker, the only one, in one load; the dead letters are read at the end. */
@Tag("faults")
class HostAndBrokerTest {
    private static final double MISCHIEF_UNTIL = 0.25;

    @TempDir
    private Path folder;

    @Test
    void duplicatesPoisonAKilledHostAndAKilledBrokerChangeNoWindow() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("host and broker", 120, 24, 0));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            PoisonDeadLetters.enlarge(scene, new Team("alpha"), Topic.REQUESTS);
            FaultScenario row = new FaultScenario("host and broker", team);
            ChildJvm host = scene.host("host");
            PoisonDeadLetters letters = new PoisonDeadLetters(team);
            RealTimeLoad load = row.begin(settings, DeliveryAnomalies.twice(MISCHIEF_UNTIL));
            letters.give(settings.seed(), load.start());

            row.awaitFinals(load.start().plusMillis((long) (1_000 * settings.seconds() * MISCHIEF_UNTIL) + 1_000));
            host.kill();
            Instant killed = InstantSource.system().instant();
            ChildJvm next = scene.host("host");
            Duration back = ClusterFixture.untilOutput(killed, team.results(), FaultScenario.LIMIT);
            row.tell("first output " + FaultScenario.seconds(back) + " after the host was killed");

            Await.moment(load.start().plusMillis(1_000L * settings.seconds() * 3 / 4));
            scene.kafka().node(0).process().kill();
            scene.kafka().node(0).restart();
            row.mustBeExact(load);
            row.tell(letters.mustBeAll());
            row.tell(forgotten(next) + " transactions that Kafka forgot to end were ended");
        }
    }

    /** How often a host found a transaction that Kafka took for aborted and had not ended, in one partition each. */
    static long forgotten(ChildJvm host) {
        return host.printed()
                .lines()
                .filter(line -> line.contains("Kafka left a transaction open"))
                .count();
    }
}
