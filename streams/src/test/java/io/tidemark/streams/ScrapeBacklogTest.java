package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.ok;
import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A minute that is read an hour later: tokens, requests, heartbeats, definitions and scrapes come in any order and at any pace. */
class ScrapeBacklogTest {
    private static final int SECONDS = 60;
    private static final int HOUR_SECONDS = 3_600;

    @TempDir
    private Path stateDir;

    @Test
    void aStepOfABacklogWaitsForScrapesThatStillCome() {
        try (TeamDriver team = TeamDriver.at(stateDir, at(HOUR_SECONDS))) {
            define(team);
            scrape(team, 0, 20);
            requests(team);
            heartbeats(team);
            team.pass(Duration.ofSeconds(20)); // scrapes lie at a busy broker
            assertThat(over(team)).isEmpty();
            scrape(team, 20, SECONDS + 1);
            team.pass(Duration.ofSeconds(7));
            assertThat(over(team))
                    .isNotEmpty()
                    .allSatisfy(result -> assertThat(result.getFlags()).isEmpty());
        }
    }

    @Test
    void scrapesThatNeverComeAreWaitedForHalfAMinute() {
        try (TeamDriver team = TeamDriver.at(stateDir, at(HOUR_SECONDS))) {
            define(team);
            scrape(team, 0, 20);
            requests(team);
            heartbeats(team);
            team.pass(Duration.ofSeconds(33));
            assertThat(over(team))
                    .isNotEmpty()
                    .allSatisfy(result -> assertThat(result.getFlags())
                            .containsExactly("server signals are incomplete: the last scrape was 41 s before the end"));
        }
    }

    @Test
    void windowsOfTheWholeStepAreFinalTwiceAtMostWhenTheDefinitionIsReadAfterTheRequests() {
        try (TeamDriver team = TeamDriver.at(stateDir, at(HOUR_SECONDS))) {
            requests(team);
            team.pass(Duration.ofSeconds(2));
            define(team);
            team.pass(Duration.ofSeconds(2));
            heartbeats(team);
            team.pass(Duration.ofSeconds(6));
            scrape(team, 0, SECONDS + 1);
            team.pass(Duration.ofSeconds(20));
            Map<List<Object>, Long> finals = team.seen(Topic.WINDOWS, WindowStats.class).stream()
                    .filter(window -> window.getFinality() == Finality.FINAL)
                    .collect(Collectors.groupingBy(
                            window -> List.of(
                                    window.getMetric(),
                                    window.getWindowSeconds(),
                                    window.getEnd(),
                                    window.getRequestClass()),
                            Collectors.counting()));
            assertThat(finals).isNotEmpty();
            assertThat(finals.values()).allMatch(count -> count <= 2);
        }
    }

    private static void define(TeamDriver team) {
        team.send(Given.control(Given.run().build()));
        team.send(Given.control(Given.step(0)
                .setMeasureUntil(at(SECONDS))
                .setEnded(at(SECONDS))
                .setRequestsByLane(Map.of(Given.LANE, (long) SECONDS))
                .setMeasuredByLane(Map.of(Given.LANE, (long) SECONDS))
                .build()));
    }

    private static void requests(TeamDriver team) {
        for (int second = 0; second < SECONDS; second++) {
            team.send(ok(second, second, 100, 100).setTokenBatches(0).build());
        }
    }

    private static void heartbeats(TeamDriver team) {
        for (int second = 1; second <= SECONDS; second++) {
            team.send(Given.heartbeat(second, 0, second)
                    .setNextTokenBatch(0)
                    .setNextRequest(second)
                    .build());
        }
        team.send(Given.heartbeat(SECONDS + 1, 0, SECONDS)
                .setNextTokenBatch(0)
                .setNextRequest(SECONDS)
                .setClosing(true)
                .build());
    }

    private static void scrape(TeamDriver team, int from, int until) {
        for (int second = from; second < until; second++) {
            team.send(
                    Given.sample(second, Map.of("engine.requests.waiting", 1.0)).build());
        }
    }

    private static List<StepResult> over(TeamDriver team) {
        return team.seen(Topic.STEPS, StepResult.class).stream()
                .filter(result -> result.getFinality() != Finality.PROVISIONAL)
                .toList();
    }
}
