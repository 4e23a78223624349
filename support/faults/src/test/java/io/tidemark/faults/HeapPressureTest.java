package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.process.ChildJvm;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Row 22: a host gets too little heap for its history and must end, not linger; one with enough takes over exactly. */
@Tag("faults")
class HeapPressureTest {
    @TempDir
    private Path folder;

    @Test
    void aHostWithoutHeapEndsAndTheNextIsExact() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("22 heap pressure", 1_500, 40, 0));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("22 heap pressure", team);
            String heap = System.getProperty("tidemark.faults.heap", "24m");
            ChildJvm small = scene.host(scene.place("host"), List.of("-Xmx" + heap, "-XX:+ExitOnOutOfMemoryError"));
            RealTimeLoad load = team.load(settings, DeliveryAnomalies.NONE).begin();
            int status = small.awaitEnd(FaultScenario.LIMIT);
            assertThat(status).isEqualTo(3); // what the JVM exits with on an OutOfMemoryError
            assertThat(small.printed()).contains("OutOfMemoryError");
            scene.host("host");
            Duration back = ClusterFixture.untilOutput(load.start(), team.results(), FaultScenario.LIMIT);
            row.tell("-Xmx" + heap + ": exit status " + status + "; output of the next one "
                    + FaultScenario.seconds(back) + " after the start of the load");
            row.mustBeExact(load);
        }
    }
}
