package io.tidemark.faults;

import io.tidemark.fixtures.process.ChildJvm;
import java.nio.file.Path;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Row 24: the streams are away while a run goes on, and find all of it when they are back; or a run in virtual time, minutes in a second, comes
 * to them while they run.
 */
class StreamsOutageTest {
    private static final int BEFORE_SECONDS = 120;
    private static final int AFTER_SECONDS = 90;
    private static final int VIRTUAL_SECONDS = 1_800;
    /** What a test in real time would have read by then is read. */
    private static final int UNSETTLED_SECONDS = 10;

    @TempDir
    private Path folder;

    @Tag("faults")
    @ParameterizedTest
    @ValueSource(ints = {180, 480, 1_800})
    void whatWasMissedIsCaughtUpWith(int awaySeconds) throws Exception {
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            VirtualTimeScenario row = new VirtualTimeScenario("24 away for " + awaySeconds + " s", team);
            int seconds = BEFORE_SECONDS + awaySeconds + AFTER_SECONDS;
            VirtualTimeLoad.Size size = new VirtualTimeLoad.Size(2, seconds);
            VirtualTimeLoad load = new VirtualTimeLoad(size, VirtualTimeLoad.Late.NEVER, team.sender()).begin();
            ChildJvm host = scene.host("host");
            load.publish(0, BEFORE_SECONDS);
            row.awaitFinals(load.at(BEFORE_SECONDS - UNSETTLED_SECONDS));
            host.kill();
            load.publish(BEFORE_SECONDS, BEFORE_SECONDS + awaySeconds);
            scene.host("host");
            row.awaitFinals(load.at(BEFORE_SECONDS + UNSETTLED_SECONDS));
            load.publish(BEFORE_SECONDS + awaySeconds, seconds);
            load.end();
            row.mustBeExact(load);
        }
    }

    @Tag("faults")
    @Test
    void halfAnHourOfVirtualTimeComesToStreamsThatRun() throws Exception {
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            VirtualTimeScenario row = new VirtualTimeScenario("24 virtual half an hour", team);
            scene.host("host");
            VirtualTimeLoad.Size size = new VirtualTimeLoad.Size(2, VIRTUAL_SECONDS);
            VirtualTimeLoad load = new VirtualTimeLoad(size, VirtualTimeLoad.Late.NEVER, team.sender()).begin();
            load.publish(0, BEFORE_SECONDS);
            row.awaitFinals(load.at(BEFORE_SECONDS - UNSETTLED_SECONDS));
            load.publish(BEFORE_SECONDS, VIRTUAL_SECONDS);
            load.end();
            row.mustBeExact(load);
        }
    }
}
