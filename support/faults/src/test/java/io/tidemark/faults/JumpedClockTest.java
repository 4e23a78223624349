package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.RequestEvent;
import io.tidemark.events.WindowStats;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Row 14: events of one team come from a clock an hour ahead, and others from one an hour behind; its other run and that of a second
 * team must come out exact.
 */
@Tag("faults")
class JumpedClockTest {
    private static final int EVENTS = 50;
    private static final Duration JUMP = Duration.ofHours(1);
    private static final String OTHER_RUN = "01JABCDEFGHJKMNPQRSTVWXYZ9";

    @TempDir
    private Path folder;

    @Test
    void aClockThatJumpedChangesNobodysWindows() throws Exception {
        FaultSettings settings = FaultSettings.of(new FaultSettings.Defaults("14 jumped clock", 80, 30, 1));
        KafkaCluster.Shape shape = KafkaCluster.Shape.of(1);
        try (ClusterFixture scene = ClusterFixture.start(folder, shape)) {
            TeamFixture alpha = scene.team("alpha", shape);
            TeamFixture beta = scene.team("beta", shape);
            FaultScenario row = new FaultScenario("14 jumped clock", alpha);
            FaultScenario other = new FaultScenario("14 jumped clock, other team", beta);
            scene.host("host");
            RealTimeLoad load = row.begin(settings);
            RealTimeLoad others = other.begin(settings);
            row.strike(load, settings, () -> {
                for (int i = 0; i < EVENTS; i++) {
                    send(alpha, i, load.start().plus(JUMP), RealTimeLoad.RUN);
                    send(alpha, i, load.start().minus(JUMP), OTHER_RUN);
                }
                return EVENTS + " events an hour ahead, " + EVENTS + " an hour behind";
            });
            row.mustBeExact(load);
            other.mustBeExact(others);
            Await.until(
                    () -> alpha.results().deadLetters().size() == EVENTS,
                    FaultScenario.LIMIT,
                    () -> alpha.results().deadLetters().size() + " dead letters");
            // Nobody has said what its step is, so that it has windows and no result.
            Await.until(
                    () -> mostRequests(alpha, OTHER_RUN) == EVENTS,
                    FaultScenario.LIMIT,
                    () -> mostRequests(alpha, OTHER_RUN) + " requests in a window of the other run");
            assertThat(beta.results().deadLetters()).isEmpty();
            row.tell("ahead: " + EVENTS + " dead letters; behind: " + EVENTS + " counted in their own run");
        }
    }

    private static long mostRequests(TeamFixture team, String run) {
        return team.results().finals(run).values().stream()
                .flatMap(List::stream)
                .mapToLong(WindowStats::getEnded)
                .max()
                .orElse(0);
    }

    private static void send(TeamFixture team, long number, Instant due, String run) {
        RequestEvent event = new GeneratedEvents(run).end(new RequestGenerator(1, "lane-9").draw(number, due));
        team.sender()
                .sendRaw(
                        Topic.REQUESTS, run + "/lane-9/" + number, team.sender().encoded(event));
    }
}
