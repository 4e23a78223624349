package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.fixtures.process.ChildJvm;
import java.nio.file.Path;
import java.util.Map;
import java.util.OptionalInt;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Rows 6 and 7: the disk of the broker, and that of a host's state, is full. */
@Tag("faults")
class FullDiskTest {
    @TempDir
    private Path folder;

    @BeforeEach
    void needTheRightToMount() {
        assumeTrue(FullDisk.isPossible(folder), "a small file system needs the right to mount a tmpfs (root)");
    }

    @Test
    void aBrokerWithoutSpaceEndsAndWithSpaceAllIsThere() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("6 broker's disk full", 100, 40, 1));
        try (FullDisk disk = FullDisk.mount(folder.resolve("disk"), "96m")) {
            String logs = disk.folder().resolve("logs").toString();
            KafkaCluster.Shape shape = new KafkaCluster.Shape(
                    1, OptionalInt.empty(), Map.of("log.dirs", logs, "log.segment.bytes", "8388608"));
            try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
                TeamFixture team = scene.team("alpha", shape);
                FaultScenario row = new FaultScenario("6 broker's disk full", team);
                scene.host("host");
                RealTimeLoad load = row.begin(settings);
                row.strike(load, settings, () -> {
                    disk.fill();
                    int status = scene.kafka().node(0).process().awaitEnd(FaultScenario.LIMIT);
                    long waiting = team.sender().unacknowledged();
                    disk.free();
                    scene.kafka().node(0).restart();
                    return "the broker ended with " + status + "; " + waiting + " events waited for the next one";
                });
                row.mustBeExact(load);
            }
        }
    }

    @Test
    void aHostWithoutSpaceForItsStateDoesNotStartAndSaysWhy() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("7 state's disk full", 100, 30, 1));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape);
                FullDisk disk = FullDisk.mount(scene.stateDir("host"), "1m")) {
            TeamFixture team = scene.team("alpha", shape);
            FaultScenario row = new FaultScenario("7 state's disk full", team);
            disk.fill();
            ChildJvm full = scene.host("host");
            int status = full.awaitEnd(FaultScenario.LIMIT);
            assertThat(status).isNotZero();
            assertThat(full.printed()).contains("state directory").contains("No space left on device");
            disk.free();
            row.tell("full at start: exit status " + status + ", \"No space left on device\" named");
            scene.host("host");
            RealTimeLoad load = row.begin(settings);
            row.strike(load, settings, () -> {
                disk.fill();
                return "full in mid-run";
            });
            row.mustBeExact(load);
        }
    }
}
