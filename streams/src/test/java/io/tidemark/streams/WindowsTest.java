package io.tidemark.streams;

import static io.tidemark.streams.Given.at;
import static io.tidemark.streams.Given.failed;
import static io.tidemark.streams.Given.heartbeat;
import static io.tidemark.streams.Given.nanos;
import static io.tidemark.streams.Given.ok;
import static io.tidemark.streams.Given.run;
import static io.tidemark.streams.Given.sample;
import static io.tidemark.streams.Given.tokens;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import io.tidemark.events.ChunkKind;
import io.tidemark.events.Finality;
import io.tidemark.events.MetricName;
import io.tidemark.events.Outcome;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepPart;
import io.tidemark.events.TokenSource;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class WindowsTest {
    @TempDir
    private Path stateDir;

    private TeamDriver team;

    /** End second, count, smallest and largest of a window. */
    private record Row(long end, long count, long minMillis, long maxMillis) {}

    @BeforeEach
    void start() {
        team = new TeamDriver(stateDir);
    }

    @AfterEach
    void stop() {
        team.close();
    }

    @Test
    void tokensOfAnswersWhoseChunksDoNotTellAreCountedWhenTheyEnd() {
        team.send(
                tokens(0, 0, 100, 100, 5).setTokens(Collections.nCopies(5, -1)).build());
        team.send(ok(0, 0, 100, 400)
                .setTokenBatches(1)
                .setTokenSource(TokenSource.USAGE)
                .setOutputTokens(37)
                .build());
        team.send(tokens(1, 0, 100, 100, 5).build());
        team.send(ok(1, 0, 100, 400)
                .setTokenBatches(1)
                .setTokenSource(TokenSource.CONTINUOUS_USAGE)
                .setOutputTokens(5)
                .build());
        team.send(heartbeat(10, 2, 2).build());
        team.pass(Duration.ofSeconds(3));
        assertThat(team.read(Topic.WINDOWS, WindowStats.class).stream()
                        .filter(window -> window.getMetric() == MetricName.E2E && window.getWindowSeconds() == 10)
                        .mapToLong(WindowStats::getOutputTokens)
                        .max())
                .hasValue(42);
    }

    @Test
    void aWindowGainsTheSecondThatEntersAndLosesTheOneThatLeaves() {
        // at second, ttft ms
        team.send(tokens(0, 0.0, 900, 20, 1).build());
        team.send(tokens(1, 5.0, 100, 20, 1).build());
        team.send(tokens(2, 12.0, 50, 20, 1).build());
        team.send(heartbeat(20, 3, 0).build());
        team.pass(Duration.ofSeconds(1));

        assertThat(finals(MetricName.TTFT, 10))
                .containsExactly(
                        new Row(1, 1, 900, 900), // the first token of second 0 enters
                        new Row(6, 2, 100, 900),
                        new Row(11, 1, 100, 100), // second 0 leaves
                        new Row(13, 2, 50, 100));
    }

    /** Of 20 answers with 24 chunks, so many counted as 4 tokens by the server's usage, or so many that came at once at their end. */
    @ParameterizedTest
    @CsvSource({
        "0, 0, true, true",
        "1, 1, true, true",
        "2, 0, false, true",
        "0, 2, false, false",
        "20, 20, false, false"
    })
    void aWindowShowsNoValuesOfWhatItsRequestsDoNotTell(
            int contradicted, int heldBack, boolean showsTpot, boolean showsItl) {
        for (int request = 0; request < 20; request++) {
            boolean isHeldBack = request < heldBack;
            LogHistogram gaps = new LogHistogram();
            gaps.add(isHeldBack ? 0 : nanos(20), 23);
            team.send(ok(request, 0.1 * request, isHeldBack ? 580 : 120, isHeldBack ? 0 : 460)
                    .setStreaming(true)
                    .setTokenBatches(0)
                    .setTokenSource(TokenSource.USAGE)
                    .setOutputTokens(request >= 20 - contradicted ? 4 : 24)
                    .setChunkCount(24)
                    .setItlSketch(ByteBuffer.wrap(gaps.encode()))
                    .build());
        }
        team.send(heartbeat(5, 0, 20).build());
        team.pass(Duration.ofSeconds(1));

        List<WindowStats> windows = team.read(Topic.WINDOWS, WindowStats.class);
        assertThat(shows(windows, MetricName.TPOT)).isEqualTo(showsTpot);
        assertThat(shows(windows, MetricName.ITL)).isEqualTo(showsItl);
        assertThat(shows(windows, MetricName.E2E)).isTrue();
    }

    /** Of the window that holds all of them; where it has no quantile it has no values either. */
    private static boolean shows(List<WindowStats> windows, MetricName metric) {
        WindowStats last = windows.stream()
                .filter(window -> window.getMetric() == metric
                        && window.getWindowSeconds() == 10
                        && window.getFinality() == Finality.FINAL)
                .reduce((earlier, later) -> later)
                .orElseThrow();
        assertThat(last.getCount() > 0).isEqualTo(last.getP50Nanos() != null);
        return last.getP50Nanos() != null;
    }

    @Test
    void whatAStoppedRunGaveUpIsNeitherGoodNorBad() {
        team.send(ok(0, 0.0, 100, 200).build());
        team.send(failed(1, 0.0, 300).build());
        team.send(failed(2, 0.0, 300)
                .setOutcome(Outcome.CANCELLED)
                .setPart(StepPart.STOPPED)
                .build());
        team.send(heartbeat(20, 0, 3).build());
        team.pass(Duration.ofSeconds(1));

        assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                .filteredOn(window -> window.getMetric() == MetricName.E2E
                        && window.getWindowSeconds() == 10
                        && window.getFinality() == Finality.FINAL)
                .isNotEmpty()
                .allSatisfy(window -> {
                    assertThat(window.getEnded()).isEqualTo(2);
                    assertThat(window.getFailed()).isEqualTo(1);
                });
    }

    @Test
    void aSecondIsFinalOnlyWhenWhatTheLaneAnnouncedHasBeenCounted() {
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(heartbeat(1, 2, 0).build()); // announces two batches
        team.pass(Duration.ofSeconds(2));
        assertThat(finals(MetricName.TTFT, 10)).isEmpty();

        team.send(tokens(1, 0.2, 300, 20, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(finals(MetricName.TTFT, 10)).containsExactly(new Row(1, 2, 100, 300));
    }

    /** As when a history is caught up with: heartbeats are small and read at once, the rest takes its time. */
    @Test
    void aLaneWhoseEventsStillComeIsNotSilentThoughItsHeartbeatsAreAllRead() {
        team.send(heartbeat(30, 5, 0).build());
        for (int batch = 0; batch < 5; batch++) {
            team.pass(Duration.ofSeconds(3));
            team.send(tokens(batch, 6.0 * batch, 100, 20, 1).build());
        }
        team.pass(Duration.ofSeconds(1));
        List<WindowStats> said = team.read(Topic.WINDOWS, WindowStats.class);
        assertThat(rows(said, MetricName.TTFT, 10, Finality.INCOMPLETE)).isEmpty();
        assertThat(rows(said, MetricName.TTFT, 10, Finality.FINAL))
                .hasSizeGreaterThan(5)
                .contains(new Row(1, 1, 100, 100));
    }

    @Test
    void aSilentLaneLeavesWindowsIncompleteAndTheyAreFinalWhenItIsBack() {
        team.send(heartbeat(0, 0, 0).build());
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.pass(Duration.ofSeconds(8));
        assertThat(windows(MetricName.TTFT, 10, Finality.INCOMPLETE))
                .extracting(Row::count)
                .contains(1L);

        team.send(heartbeat(8, 1, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(finals(MetricName.TTFT, 10)).contains(new Row(1, 1, 100, 100));
    }

    @Test
    void dataForAFinalSecondAmendsItsWindows() {
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(tokens(1, 2.0, 100, 20, 1).build());
        team.send(heartbeat(3, 2, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(finals(MetricName.TTFT, 10)).last().isEqualTo(new Row(3, 2, 100, 100));

        team.send(tokens(2, 0.1, 400, 20, 1).build());
        team.pass(Duration.ofSeconds(1));
        List<WindowStats> amended = read(MetricName.TTFT, 10, Finality.FINAL);
        assertThat(amended.stream().map(WindowsTest::row).toList())
                .containsExactly(new Row(1, 2, 100, 400), new Row(3, 3, 100, 400));
        assertThat(amended).allSatisfy(window -> assertThat(window.getLate()).isPositive());
    }

    @Test
    void aRecordThatALaneSentTwiceIsCountedOnce() {
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(tokens(0, 0.0, 100, 20, 1).build());
        team.send(heartbeat(1, 1, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(finals(MetricName.TTFT, 10)).containsExactly(new Row(1, 1, 100, 100));
    }

    @Test
    void ttftIsOfTheFirstOutputTokenEvenIfARoleChunkCameAloneBefore() {
        // role after 50 ms in a batch of its own, the first token 600 ms later
        team.send(tokens(0, 0.0, 50, 0, 1)
                .setKinds(List.of(ChunkKind.ROLE))
                .setLast(false)
                .build());
        team.send(tokens(1, 0.0, 600, 20, 3)
                .setRequest(Given.LANE + "-0")
                .setBatch(1)
                .setFirstChunk(1)
                .setBaseNanos(nanos(50))
                .build());
        team.send(heartbeat(1, 2, 0).build());
        team.pass(Duration.ofSeconds(1));
        List<WindowStats> windows = team.read(Topic.WINDOWS, WindowStats.class);
        assertThat(rows(windows, MetricName.TTFT, 10, Finality.FINAL)).containsExactly(new Row(1, 1, 650, 650));
        assertThat(rows(windows, MetricName.ITL, 10, Finality.FINAL)).containsExactly(new Row(1, 2, 20, 20));
    }

    @Test
    void chunksOfSeveralAnswersHaveGapsOfTheirOwnAcrossBatches() {
        // answer 0 at 100 and 120 ms, answer 1 at 110 and 140 ms; then answer 1 at 300 and answer 0 at 310 ms
        team.send(tokens(0, 0.0, 100, 10, 4)
                .setGapsNanos(List.of(nanos(100), nanos(10), nanos(10), nanos(20)))
                .setChoices(List.of(0, 1, 0, 1))
                .setLast(false)
                .build());
        team.send(tokens(1, 0.0, 160, 10, 2)
                .setRequest(Given.LANE + "-0")
                .setBatch(1)
                .setFirstChunk(4)
                .setOutputBefore(4)
                .setBaseNanos(nanos(140))
                .setChoices(List.of(1, 0))
                .setChoiceBasesNanos(List.of(nanos(120), nanos(140)))
                .build());
        team.send(heartbeat(1, 2, 0).build());
        team.pass(Duration.ofSeconds(1));
        List<WindowStats> windows = team.read(Topic.WINDOWS, WindowStats.class);
        assertThat(rows(windows, MetricName.TTFT, 10, Finality.FINAL)).containsExactly(new Row(1, 1, 100, 100));
        // 20, 30, 160 and 190 ms
        assertThat(rows(windows, MetricName.ITL, 10, Finality.FINAL)).containsExactly(new Row(1, 4, 20, 190));
    }

    @Test
    void withoutPublishedTokensTtftComesFromTheRequest() {
        team.send(ok(0, 0.0, 100, 200).setTokenBatches(0).build());
        team.send(heartbeat(1, 0, 1).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(finals(MetricName.TTFT, 10)).containsExactly(new Row(1, 1, 100, 100));
    }

    @Test
    void percentilesAreOfTheOkOnesWithTheOthersBesideThem() {
        team.send(ok(0, 0.0, 100, 200).build());
        team.send(failed(1, 0.0, 500).build());
        team.send(heartbeat(1, 0, 2).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(read(MetricName.E2E, 10, Finality.FINAL)).singleElement().satisfies(window -> {
            assertThat(window.getCount()).isEqualTo(1);
            assertThat(window.getEnded()).isEqualTo(2);
            assertThat(window.getFailed()).isEqualTo(1);
        });
    }

    @Test
    void theLastScrapeBeforeAWindowsEndStandsBesideIt() {
        team.send(Given.control(Given.run().build()));
        team.send(sample(0.5, Map.of("engine.requests.waiting", 3.0, "engine.preemptions", 10.0))
                .build());
        team.send(sample(2.5, Map.of("engine.requests.waiting", 7.0, "engine.preemptions", 14.0))
                .build());
        team.send(sample(9.5, Map.of("engine.requests.waiting", 99.0, "engine.preemptions", 99.0))
                .build());
        team.send(tokens(0, 2.0, 100, 20, 1).build());
        team.send(heartbeat(3, 1, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(read(MetricName.TTFT, 10, Finality.FINAL)).singleElement().satisfies(window -> {
            assertThat(window.getSignals()).containsEntry("engine.requests.waiting", 7.0);
            assertThat(window.getSignals()).containsEntry("engine.preemptions", 2.0); // 4 in 2 s
            assertThat(window.getSignalAgeMillis()).isEqualTo(500);
        });
    }

    @Test
    void eachClassHasItsWindowsAndAllOfThemTogetherToo() {
        team.send(tokens(0, 0.0, 100, 20, 1).setRequestClass("short").build());
        team.send(tokens(1, 0.0, 900, 20, 1).setRequestClass("long").build());
        team.send(heartbeat(1, 2, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(read(MetricName.TTFT, 10, Finality.FINAL))
                .extracting(WindowStats::getRequestClass, WindowStats::getCount)
                .containsExactlyInAnyOrder(tuple("short", 1L), tuple("long", 1L), tuple("all", 2L));
    }

    @Test
    void whatTheWallClockHasReachedIsShownProvisionally() {
        team.pass(Duration.ofSeconds(1));
        team.send(tokens(0, 0.5, 100, 20, 1).build());
        team.send(heartbeat(0, 0, 0).build());
        team.pass(Duration.ofSeconds(1));
        assertThat(windows(MetricName.TTFT, 10, Finality.PROVISIONAL)).contains(new Row(1, 1, 100, 100));
        assertThat(at(1)).isEqualTo(TeamDriver.EPOCH.plusSeconds(1));
    }

    @Test
    void whatWasShownOfARunBeforeItsEndIsFinalAfterIt() {
        team.send(Given.control(run().build()));
        for (int second = 0; second < 12; second++) {
            team.pass(Duration.ofSeconds(1));
            if (second == 0) {
                team.send(tokens(0, 0.5, 100, 20, 1).build());
            } else if (second == 9) {
                team.send(tokens(1, 9.5, 100, 20, 1).build());
            }
            team.send(heartbeat(second + 0.9, second < 9 ? 1 : 2, 0).build());
        }
        team.pass(Duration.ofSeconds(1));
        List<WindowStats> said = team.read(Topic.WINDOWS, WindowStats.class);
        // Second 0 has left the window of 10 s.
        assertThat(rows(said, MetricName.TTFT, 10, Finality.PROVISIONAL)).contains(new Row(11, 1, 100, 100));

        team.send(heartbeat(12.8, 2, 0).setClosing(true).build());
        team.send(Given.control(
                run().setStatus(RunStatus.ENDED).setEnded(at(12.9)).build()));
        team.pass(Duration.ofSeconds(20));
        said = Stream.concat(said.stream(), team.read(Topic.WINDOWS, WindowStats.class).stream())
                .toList();
        assertThat(rows(said, MetricName.TTFT, 10, Finality.FINAL)).contains(new Row(11, 1, 100, 100));
        assertThat(newest(said))
                .allSatisfy((window, newest) -> assertThat(newest.getFinality()).isEqualTo(Finality.FINAL));
    }

    @Test
    void noWindowIsShownBeyondTheDataAndTheLastHeartbeat() {
        team.send(tokens(0, 0.5, 100, 20, 1).build());
        team.send(heartbeat(3.2, 1, 0).build());
        team.pass(Duration.ofSeconds(60));
        assertThat(team.read(Topic.WINDOWS, WindowStats.class))
                .isNotEmpty()
                .allSatisfy(window -> assertThat(window.getEnd()).isBeforeOrEqualTo(at(3)));
    }

    /** The newest record of each window: what a store has. */
    private static Map<String, WindowStats> newest(List<WindowStats> windows) {
        Map<String, WindowStats> newest = new TreeMap<>();
        for (WindowStats window : windows) {
            newest.merge(
                    window.getMetric() + " " + window.getWindowSeconds() + " " + window.getEnd(),
                    window,
                    (before, after) -> after.getRevision() >= before.getRevision() ? after : before);
        }
        return newest;
    }

    private List<Row> finals(MetricName metric, int windowSeconds) {
        return windows(metric, windowSeconds, Finality.FINAL);
    }

    private List<Row> windows(MetricName metric, int windowSeconds, Finality finality) {
        return rows(team.read(Topic.WINDOWS, WindowStats.class), metric, windowSeconds, finality);
    }

    private static List<Row> rows(List<WindowStats> windows, MetricName metric, int windowSeconds, Finality finality) {
        return windows.stream()
                .filter(window -> window.getMetric() == metric && window.getWindowSeconds() == windowSeconds)
                .filter(window -> window.getFinality() == finality)
                .map(WindowsTest::row)
                .toList();
    }

    private List<WindowStats> read(MetricName metric, int windowSeconds, Finality finality) {
        return team.read(Topic.WINDOWS, WindowStats.class).stream()
                .filter(window -> window.getMetric() == metric && window.getWindowSeconds() == windowSeconds)
                .filter(window -> window.getFinality() == finality)
                .toList();
    }

    private static Row row(WindowStats window) {
        return new Row(
                Duration.between(TeamDriver.EPOCH, window.getEnd()).toSeconds(),
                window.getCount(),
                window.getMinNanos() == null ? -1 : window.getMinNanos() / nanos(1),
                window.getMaxNanos() == null ? -1 : window.getMaxNanos() / nanos(1));
    }
}
