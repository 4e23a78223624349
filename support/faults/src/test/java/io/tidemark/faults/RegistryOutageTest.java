package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.Await;
import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.fixtures.registry.HttpGate;
import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 9: the registry answers 500 when the host starts, then slowly, then is gone in the middle of the load. */
@Tag("faults")
class RegistryOutageTest {
    private static final Duration AWAY = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    @Test
    void anOutageIsWaitedForAndIsNeverADeadLetter() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("9 registry away", 100, 40, 1));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape);
                HttpGate gate = new HttpGate(scene.registryUrl())) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("9 registry away", team);
            gate.refuse(500);
            ChildJvm host = scene.host(scene.place("host").withRegistry(gate.url()), List.of("-Xmx256m"));
            RealTimeLoad load = team.load(settings, DeliveryAnomalies.NONE).begin();
            Await.until(
                    () -> host.printed().contains("DEGRADED") || host.printed().contains("FAILED"),
                    FaultScenario.LIMIT,
                    host::printed);
            Await.moment(InstantSource.system().instant().plus(AWAY));
            assertThat(team.results().deadLetters()).isEmpty();
            row.tell("500 at start: " + gate.refused() + " questions refused, no dead letter, health not RUNNING");

            gate.pass(Duration.ofMillis(1_500));
            Duration back =
                    ClusterFixture.untilOutput(InstantSource.system().instant(), team.results(), FaultScenario.LIMIT);
            row.tell("answers after 1.5 s each: first output " + FaultScenario.seconds(back) + " after the outage");

            row.strike(load, settings, () -> {
                gate.refuse(503);
                Duration next = ClusterFixture.untilOutput(
                        InstantSource.system().instant(), team.results(), FaultScenario.LIMIT);
                return "503 in mid-run: known schemas go on, next output after " + FaultScenario.seconds(next);
            });
            row.mustBeExact(load);
            assertThat(team.results().deadLetters()).isEmpty();
        }
    }
}
