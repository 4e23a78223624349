package io.tidemark.streams;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.MetricName;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.LongStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * What comes long after its seconds were settled, with much more data behind them than is kept: the last FINAL record of every window has
 * the count that its requests give. One request ends in each second.
 */
class AmendedWindowsTest {
    private static final int SECONDS = 1_200;

    @TempDir
    private Path stateDir;

    /** Ends of the requests sent, by second. */
    private final Map<Long, Integer> ends = new TreeMap<>();

    /** Counts of FINAL windows, latest record last. */
    private record Window(MetricName metric, int lengthSeconds, long end) {}

    private long requests;

    @Test
    void aServersSamplesThatComeLateChangeNoCount() {
        for (int lateSeconds : List.of(150, 445)) {
            ends.clear();
            requests = 0;
            try (TeamDriver team = new TeamDriver(stateDir.resolve("late" + lateSeconds))) {
                for (int second = 0; second < SECONDS; second++) {
                    if (second < SECONDS - lateSeconds) {
                        scrape(team, second);
                    }
                    live(team, second);
                }
                for (int second = SECONDS - lateSeconds; second < SECONDS; second++) {
                    scrape(team, second);
                    if (second % 20 == 0) {
                        team.pass(Duration.ofSeconds(1));
                    }
                }
                team.pass(Duration.ofSeconds(20));
                assertCountsAreOfTheRequests(finals(team), Map.of());
            }
        }
    }

    @Test
    void aHeartbeatThatComesLateChangesNoCount() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            for (int second = 0; second < SECONDS; second++) {
                live(team, second);
                if (second % 400 == 399) {
                    team.send(Heartbeat.newBuilder(Given.heartbeat(second - 370, 0, requests - 370)
                                    .setInFlight(3)
                                    .build())
                            .build());
                }
            }
            team.pass(Duration.ofSeconds(20));
            assertCountsAreOfTheRequests(finals(team), Map.of());
        }
    }

    /** A window either has it, or has the count that it had. */
    @Test
    void anEventThatComesLateIsInEachWindowThatIsSummedAgainAndTakesNothingFromTheOthers() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            Map<Long, Integer> late = new HashMap<>();
            for (int second = 0; second < SECONDS; second++) {
                live(team, second);
                if (second == 600 || second == 900 || second == 1_300) {
                    long due = second == 600 ? second - 40 : second == 900 ? second - 450 : second - 1_000;
                    send(team, due);
                    if (second != 600) {
                        late.merge(due, 1, Integer::sum);
                        ends.merge(due, -1, Integer::sum);
                    }
                }
            }
            team.pass(Duration.ofSeconds(20));
            assertCountsAreOfTheRequests(finals(team), late);
        }
    }

    /** Everything of an outage is read at once, the server's samples last. */
    @Test
    void afterAnOutageEachWindowIsWrittenTwiceAtMost() {
        for (int outageSeconds : List.of(180, 480, 1_000)) {
            ends.clear();
            requests = 0;
            try (TeamDriver team = new TeamDriver(stateDir.resolve("outage" + outageSeconds))) {
                int from = SECONDS - outageSeconds;
                for (int second = 0; second < from; second++) {
                    scrape(team, second);
                    live(team, second);
                }
                team.pass(Duration.ofSeconds(2));
                team.records(Topic.WINDOWS);
                team.advanceOnly(Duration.ofSeconds(outageSeconds));
                for (int second = from; second < SECONDS; second++) {
                    send(team, second);
                    beat(team, second);
                    if (second % 50 == 0) {
                        team.pass(Duration.ofSeconds(1));
                    }
                }
                for (int second = from; second < SECONDS; second++) {
                    scrape(team, second);
                    if (second % 50 == 0) {
                        team.pass(Duration.ofSeconds(1));
                    }
                }
                team.pass(Duration.ofSeconds(30));
                List<WindowStats> windows = team.read(Topic.WINDOWS, WindowStats.class);
                Map<Window, Integer> written = new HashMap<>();
                windows.stream()
                        .filter(window -> isBeyond(from, window))
                        .forEach(window -> written.merge(id(window), 1, Integer::sum));
                assertThat(written.values())
                        .as("outage of " + outageSeconds + " s: " + windows.size() + " records of " + written.size()
                                + " windows")
                        .isNotEmpty()
                        .allMatch(times -> times <= 2);
                assertCountsAreOfTheRequests(counts(windows), Map.of());
            }
        }
    }

    /** Whether a window was not settled before the outage, nor as the minute of the last data when its lane fell silent. */
    private static boolean isBeyond(int from, WindowStats window) {
        long end = window.getEnd().getEpochSecond() - TeamDriver.EPOCH.getEpochSecond();
        boolean isMinuteOfLastData = window.getWindowSeconds() == 60 && end % 60 == 0 && end - 60 < from;
        return end > from + 2 && !isMinuteOfLastData;
    }

    /** What was written last is known to the host that takes over, also in the middle of an amendment. */
    @Test
    void aHostThatIsKilledWhileItCatchesUpWritesEachWindowTwiceAtMostToo() {
        TeamDriver team = new TeamDriver(stateDir);
        Instant now = TeamDriver.EPOCH;
        for (int second = 0; second < 1_000; second++) {
            send(team, second);
            beat(team, second);
            if (second % 50 == 0) {
                team.pass(Duration.ofSeconds(1));
                now = now.plusSeconds(1);
            }
        }
        for (int second = 0; second < 1_000; second++) {
            scrape(team, second);
            if (second % 50 == 0) {
                team.pass(Duration.ofSeconds(1));
                now = now.plusSeconds(1);
            }
            if (second % 300 == 299) {
                team = team.killed(stateDir, now);
            }
        }
        team.pass(Duration.ofSeconds(30));
        List<WindowStats> windows = team.seen(Topic.WINDOWS, WindowStats.class);
        team.close();
        Map<Window, Integer> written = new HashMap<>();
        windows.stream()
                .filter(window -> window.getFinality() == Finality.FINAL)
                .forEach(window -> written.merge(id(window), 1, Integer::sum));
        assertThat(written.values()).isNotEmpty().allMatch(times -> times <= 2);
        assertCountsAreOfTheRequests(counts(windows), Map.of());
    }

    @Test
    void aWindowThatSaysTheSameIsNotWrittenAgain() {
        try (TeamDriver team = new TeamDriver(stateDir)) {
            for (int second = 0; second < 400; second++) {
                scrape(team, second);
                live(team, second);
            }
            team.pass(Duration.ofSeconds(20));
            team.records(Topic.WINDOWS);
            scrape(team, 200);
            team.send(Given.heartbeat(250, 0, 250).build());
            team.pass(Duration.ofSeconds(20));
            assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                    .filteredOn(window -> !window.getEnd().isAfter(Given.at(400)))
                    .isEmpty();
        }
    }

    private void live(TeamDriver team, long second) {
        send(team, second);
        team.pass(Duration.ofSeconds(1));
        beat(team, second);
    }

    private void send(TeamDriver team, long second) {
        team.send(Given.ok(requests++, (double) second, 100, 200).build());
        ends.merge(second, 1, Integer::sum);
    }

    private void beat(TeamDriver team, long second) {
        team.send(Given.heartbeat((double) (second + 1), 0, requests).build());
    }

    private static void scrape(TeamDriver team, long second) {
        team.send(Given.sample(second + 0.5, Map.of("engine.requests.waiting", second % 7.0))
                .build());
    }

    private static Map<Window, Long> finals(TeamDriver team) {
        return counts(team.read(Topic.WINDOWS, WindowStats.class));
    }

    private static Map<Window, Long> counts(List<WindowStats> windows) {
        Map<Window, Long> counts = new HashMap<>();
        windows.stream()
                .filter(window -> window.getFinality() == Finality.FINAL)
                .filter(window -> window.getMetric() == MetricName.E2E)
                .forEach(window -> counts.put(id(window), window.getCount()));
        return counts;
    }

    private static Window id(WindowStats window) {
        return new Window(
                window.getMetric(),
                window.getWindowSeconds(),
                window.getEnd().getEpochSecond() - TeamDriver.EPOCH.getEpochSecond());
    }

    /** {@code maybe} are requests that a window may have or not. */
    private void assertCountsAreOfTheRequests(Map<Window, Long> windows, Map<Long, Integer> maybe) {
        assertThat(windows).hasSizeGreaterThan(100);
        List<String> wrong = new ArrayList<>();
        windows.forEach((window, count) -> {
            long least = in(window, ends);
            long most = least + in(window, maybe);
            if (count < least || count > most) {
                wrong.add(window + " has " + count + " and not " + least + " to " + most);
            }
        });
        assertThat(wrong)
                .as(wrong.size() + " of " + windows.size() + " windows")
                .isEmpty();
    }

    private static long in(Window window, Map<Long, Integer> ended) {
        long from = window.lengthSeconds() == 0 ? Long.MIN_VALUE : window.end() - window.lengthSeconds();
        return ended.entrySet().stream()
                .filter(entry -> entry.getKey() >= from && entry.getKey() < window.end())
                .flatMapToLong(entry -> LongStream.of(entry.getValue()))
                .sum();
    }
}
