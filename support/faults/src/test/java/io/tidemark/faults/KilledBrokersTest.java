package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 3: brokers are stopped with SIGTERM or killed, and started again: of three one after the other, and the only one. */
@Tag("faults")
class KilledBrokersTest {
    private static final Duration AWAY = Duration.ofSeconds(6);
    private static final Duration LONGER_THAN_A_TRANSACTION = Duration.ofSeconds(12);

    @TempDir
    private Path folder;

    @Test
    void whatWasAcknowledgedIsThereAndCountedOnce() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("3 killed brokers", 100, 90, 3));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(3);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("3 killed brokers", team);
            scene.host("host");
            RealTimeLoad load = row.begin(settings);
            int[] next = {0};
            row.strike(load, settings, () -> {
                int index = next[0]++ % shape.nodes();
                BrokerNode node = scene.kafka().node(index);
                if (index == 0) {
                    node.process().terminate();
                } else {
                    node.process().kill();
                }
                Instant away = InstantSource.system().instant();
                Await.moment(away.plus(AWAY));
                node.restart();
                BrokerReadiness.awaitAll(scene.kafka().bootstrapServers(), shape.nodes());
                Duration back = Duration.between(away, InstantSource.system().instant());
                team.results().takeWorstLag();
                return "node " + (index + 1) + (index == 0 ? " stopped" : " killed") + ", back after "
                        + FaultScenario.seconds(back);
            });
            load.await();
            row.tell("worst lag of a provisional window after the last return "
                    + FaultScenario.seconds(team.results().takeWorstLag()));
            row.mustBeExact(load);
        }
    }

    /** What a host had open is aborted meanwhile, and must neither stay open nor come back with the host's next commit. */
    @Test
    void theOnlyBrokerMayBeAwayForLongerThanATransactionMayLast() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("3 only broker away", 100, 90, 3));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("3 only broker away", team);
            ChildJvm host = scene.host("host");
            RealTimeLoad load = row.begin(settings);
            BrokerNode node = scene.kafka().node(0);
            row.strike(load, settings, () -> {
                node.process().kill();
                Instant killed = InstantSource.system().instant();
                Await.moment(killed.plus(LONGER_THAN_A_TRANSACTION));
                node.restart();
                Duration back = ClusterFixture.untilOutput(killed, team.results(), FaultScenario.LIMIT);
                return "killed, away for " + FaultScenario.seconds(LONGER_THAN_A_TRANSACTION) + ", first output "
                        + FaultScenario.seconds(back) + " after the kill";
            });
            row.mustBeExact(load);
            row.tell(HostAndBrokerTest.forgotten(host) + " transactions that Kafka forgot to end were ended");
        }
    }
}
