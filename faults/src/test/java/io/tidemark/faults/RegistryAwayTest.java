package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 9: the registry answers 500 when the host starts, then slowly, then is gone in the middle of the load. */
@Tag("faults")
class RegistryAwayTest {
    private static final Duration AWAY = Duration.ofSeconds(10);

    @TempDir
    private Path folder;

    @Test
    void anOutageIsWaitedForAndIsNeverADeadLetter() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("9 registry away", 100, 40, 1));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (Scene scene = Scene.start(folder, shape);
                HttpGate gate = new HttpGate(scene.registryUrl())) {
            TeamScene team = scene.team("alpha", shape);
            Row row = new Row("9 registry away", team);
            gate.refuse(500);
            ChildJvm host = scene.host(scene.place("host").withRegistry(gate.url()), List.of("-Xmx256m"));
            Load load = team.load(settings, Mischief.NONE).begin();
            Await.until(
                    () -> host.printed().contains("DEGRADED") || host.printed().contains("FAILED"),
                    Row.LIMIT,
                    host::printed);
            Await.moment(InstantSource.system().instant().plus(AWAY));
            assertThat(team.results().deadLetters()).isEmpty();
            row.tell("500 at start: " + gate.refused() + " questions refused, no dead letter, health not RUNNING");

            gate.pass(Duration.ofMillis(1_500));
            Duration back = Scene.untilOutput(InstantSource.system().instant(), team.results(), Row.LIMIT);
            row.tell("answers after 1.5 s each: first output " + Row.seconds(back) + " after the outage");

            row.strike(load, settings, () -> {
                gate.refuse(503);
                Duration next = Scene.untilOutput(InstantSource.system().instant(), team.results(), Row.LIMIT);
                return "503 in mid-run: known schemas go on, next output after " + Row.seconds(next);
            });
            row.mustBeExact(load);
            assertThat(team.results().deadLetters()).isEmpty();
        }
    }
}
