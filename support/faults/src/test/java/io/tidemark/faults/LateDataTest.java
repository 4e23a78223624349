package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Signal;
import java.nio.file.Path;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Row 23: a server's samples, a lane's heartbeats and events that come minutes late, with more data behind them than seconds are kept. The
 * run is in virtual time; what is late is sent when all before it is final.
 */
@Tag("faults")
class LateDataTest {
    private static final int SECONDS = 900;
    private static final VirtualTimeLoad.Size SIZE = new VirtualTimeLoad.Size(2, SECONDS);
    private static final int LATE_FROM = 200;
    /** Windows whose seconds are older keep what they have. */
    private static final int KEPT_SECONDS = 300;

    private static final int MAX_WAITED_SECONDS = 200;
    private static final int UNSETTLED_SECONDS = 2 * RequestGenerator.LONGEST_SECONDS + 4;

    @TempDir
    private Path folder;

    @ParameterizedTest(name = "{0} of {1} s, {2} s late")
    @CsvSource({"SAMPLES, 150, 150", "SAMPLES, 445, 445", "HEARTBEATS, 60, 480", "EVENTS, 20, 100", "EVENTS, 20, 480"})
    void whatComesMinutesLateTakesNothingFromAnyWindow(VirtualTimeLoad.Kind kind, int seconds, int lateSeconds)
            throws Exception {
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture team = scene.team("alpha", shape);
            scene.host("host");
            // a server that is cut off is so until what was kept back is sent
            int until = kind == VirtualTimeLoad.Kind.SAMPLES ? SECONDS : LATE_FROM + seconds;
            VirtualTimeLoad load = lateBy(team, new VirtualTimeLoad.Late(kind, LATE_FROM, until), lateSeconds);
            if (kind == VirtualTimeLoad.Kind.SAMPLES && seconds < KEPT_SECONDS) {
                assertSignalsAreOfTheirSeconds(team, load, LATE_FROM + seconds);
            }
        }
    }

    /** @param sentAfter seconds from the first late stamp until it is sent, when all before that second is final */
    private static VirtualTimeLoad lateBy(TeamFixture team, VirtualTimeLoad.Late late, int sentAfter) {
        int second = LATE_FROM + sentAfter;
        VirtualTimeScenario row = new VirtualTimeScenario("23 late " + late.kind() + " " + sentAfter + " s", team);
        VirtualTimeLoad load = new VirtualTimeLoad(SIZE, late, team.sender()).begin();
        load.publish(0, second);
        int published = publishUntilFinal(row, load, second);
        load.publishLate();
        load.publish(published, SECONDS);
        load.end();
        row.mustBeExact(load, sentAfter > KEPT_SECONDS ? load.lateLines() : Set.of());
        return load;
    }

    /** Goes on as a run does, for a lane that falls silent lets nothing be final; returns up to which second. */
    private static int publishUntilFinal(VirtualTimeScenario row, VirtualTimeLoad load, int second) {
        int[] published = {second};
        row.awaitFinals(load.at(second - UNSETTLED_SECONDS), () -> {
            if (published[0] < second + MAX_WAITED_SECONDS) {
                load.publish(published[0], ++published[0]);
            }
        });
        return published[0];
    }

    private static void assertSignalsAreOfTheirSeconds(TeamFixture team, VirtualTimeLoad load, int until) {
        Map<WindowId, WindowStats> windows = new VirtualTimeScenario("", team).last(10);
        long from = load.at(0).getEpochSecond();
        windows.forEach((id, window) -> {
            int end = (int) (id.end() - from);
            if (end <= until && end > until - 100) {
                assertThat(window.getSignals().get(Signal.WAITING.id()))
                        .as(id.toString())
                        .isEqualTo(VirtualTimeLoad.waiting(end - 1));
            }
        });
    }
}
