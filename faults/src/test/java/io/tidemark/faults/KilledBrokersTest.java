package io.tidemark.faults;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 3: of three brokers one after the other is stopped with SIGTERM or killed, and started again. */
@Tag("faults")
class KilledBrokersTest {
    private static final Duration AWAY = Duration.ofSeconds(6);

    @TempDir
    private Path folder;

    @Test
    void whatWasAcknowledgedIsThereAndCountedOnce() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("3 killed brokers", 100, 90, 3));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(3);
        try (Scene scene = Scene.start(folder, shape)) {
            TeamScene team = scene.team("alpha", shape);
            Row row = new Row("3 killed brokers", team);
            scene.host("host");
            Load load = row.begin(settings);
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
                node.again();
                Brokers.awaitAll(scene.kafka().bootstrapServers(), shape.nodes());
                Duration back = Duration.between(away, InstantSource.system().instant());
                team.results().takeWorstLag();
                return "node " + (index + 1) + (index == 0 ? " stopped" : " killed") + ", back after "
                        + Row.seconds(back);
            });
            load.await();
            row.tell("worst lag of a provisional window after the last return "
                    + Row.seconds(team.results().takeWorstLag()));
            row.mustBeExact(load);
        }
    }
}
