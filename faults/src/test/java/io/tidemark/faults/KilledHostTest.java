package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 1: a streams host is killed with SIGKILL under load, again and again, and started again at once. */
class KilledHostTest {
    private static final Duration LIMIT = Duration.ofMinutes(3);

    @TempDir
    private Path folder;

    @Test
    @Tag("integration")
    void twoKillsLoseNothingAndCountNothingTwice() throws Exception {
        run(FaultSettings.of(new FaultSettings.Defaults("killed host, short", 150, 12, 2)));
    }

    @Test
    @Tag("faults")
    void fiveKillsLoseNothingAndCountNothingTwice() throws Exception {
        List<Duration> back = run(FaultSettings.of(new FaultSettings.Defaults("killed host", 300, 60, 5)));
        List<Duration> sorted = new ArrayList<>(back);
        Collections.sort(sorted);
        assertThat(sorted.get(sorted.size() / 2)).as("median of %s", back).isLessThan(Limits.restart());
    }

    private List<Duration> run(FaultSettings settings) throws Exception {
        List<Duration> back = new ArrayList<>();
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (Scene scene = Scene.start(folder, shape)) {
            TeamScene team = scene.team("alpha", shape);
            ChildJvm host = scene.host("host");
            // The first start makes the internal topics and takes longer; it is not part of what is measured.
            Load load = team.load(settings).begin();
            Scene.untilOutput(load.start(), team.results(), LIMIT);
            for (Duration moment : settings.moments()) {
                Await.moment(load.start().plus(moment));
                host.kill();
                Instant killed = InstantSource.system().instant();
                host = scene.host("host");
                back.add(Scene.untilOutput(killed, team.results(), LIMIT));
            }
            load.await();
            TeamScene.Verdict verdict = team.verdict(Load.RUN, LIMIT);
            System.out.println("killed host: " + verdict + "; first output after each kill " + back);
            assertThat(verdict.wrongWindows()).isEmpty();
            assertThat(verdict.doubledWindows()).isEmpty();
            assertThat(verdict.wrongStep()).isEmpty();
        }
        return back;
    }
}
