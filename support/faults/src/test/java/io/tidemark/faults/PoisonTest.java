package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.ChildJvm;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 10: hostile records among good ones, again and again. */
@Tag("faults")
class PoisonTest {
    @TempDir
    private Path folder;

    @Test
    void everyHostileRecordIsADeadLetterAndNothingElseChanges() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("10 poison", 200, 40, 10));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            PoisonDeadLetters.enlarge(scene, new Team("alpha"), Topic.REQUESTS);
            FaultScenario row = new FaultScenario("10 poison", team);
            ChildJvm host = scene.host("host");
            PoisonDeadLetters letters = new PoisonDeadLetters(team);
            RealTimeLoad load = row.begin(settings);
            long[] seed = {settings.seed()};
            row.strike(load, settings, () -> {
                letters.give(seed[0]++, load.start());
                return "given";
            });
            row.mustBeExact(load);
            row.tell(letters.mustBeAll());
            assertThat(host.printed()).doesNotContain("FAILED").doesNotContain("DEGRADED");
        }
    }
}
