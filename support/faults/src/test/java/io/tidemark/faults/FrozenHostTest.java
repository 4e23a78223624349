package io.tidemark.faults;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Row 2: a host stands still (SIGSTOP) for longer than its session and its transaction may last, another takes its tasks over, and then
 * the first goes on as if nothing had happened. The session is 10 s, so 20 s stand for a minute.
 */
@Tag("faults")
class FrozenHostTest {
    private static final Duration FROZEN = Duration.ofSeconds(Long.getLong("tidemark.faults.frozenSeconds", 20));

    @TempDir
    private Path folder;

    @Test
    void aHostThatWasThoughtDeadWritesNothingMore() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("2 stopped host", 200, 70, 1));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("2 stopped host", team);
            ChildJvm first = scene.host("first");
            RealTimeLoad load = row.begin(settings);
            scene.host("second");
            Await.moment(load.start().plusSeconds(settings.seconds() / 3));
            first.freeze();
            Instant frozen = java.time.InstantSource.system().instant();
            Duration taken = ClusterFixture.untilOutput(frozen, team.results(), FaultScenario.LIMIT);
            Await.moment(frozen.plus(FROZEN));
            first.thaw();
            row.tell("stood still for " + TimeUnit.MILLISECONDS.toSeconds(FROZEN.toMillis())
                    + " s; the other's first output " + FaultScenario.seconds(taken) + " after it stopped");
            row.mustBeExact(load);
        }
    }
}
