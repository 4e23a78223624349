package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.events.Finality;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.Outcome;
import io.tidemark.events.SloBreach;
import io.tidemark.events.StepResult;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.windows.PublishedWindows;
import io.tidemark.streams.windows.RetainedPanes;
import io.tidemark.streams.windows.SeriesQuota;
import io.tidemark.streams.windows.TickBudget;
import io.tidemark.streams.windows.WindowEmission;
import io.tidemark.streams.windows.WindowLength;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A settled window never comes to hold less, whatever happens to the seconds that it is summed from. */
class WindowNotReplacedTest {
    private static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final long START = 1_700_000_000L;
    private static final SeriesKey SERIES = new SeriesKey(0, "default", SeriesKey.ALL);

    private final TrackedRun book = new TrackedRun(RUN, new SeriesQuota(100).reservation(), START * 1000);
    private final List<WindowStats> windows = new ArrayList<>();
    private final List<WindowStats> refused = new ArrayList<>();
    private long requests;

    private final RunOutput output = new RunOutput() {
        @Override
        public void window(WindowStats window) {
            windows.add(window);
        }

        @Override
        public void windowNotReplaced(WindowStats window, PublishedWindows.WindowSummary kept) {
            assertThat(window.getEnded()).isLessThan(kept.ended());
            refused.add(window);
        }

        @Override
        public void breach(SloBreach breach) {}

        @Override
        public void step(StepResult result) {}
    };

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    @Test
    void aWindowThatWouldHoldLessKeepsItsFigures() {
        for (int second = 0; second < 20; second++) {
            ended(second);
        }
        settle(20);
        assertThat(finals()).isPositive();
        windows.clear();

        RetainedPanes panes = book.windows().find(SERIES).orElseThrow().panes();
        panes.evictFirst(); // as a defect would: nobody knows that they are gone
        panes.evictFirst();
        book.windows().emission().amendFrom(START);
        settle(20);

        assertThat(refused).isNotEmpty().allMatch(window -> window.getWindowSeconds() > 0);
        assertThat(windows).as("said again with less").noneMatch(window -> window.getFinality() == Finality.FINAL);
    }

    @Test
    void whatIsSummedToTheSameIsNotWritten() {
        ended(0);
        ended(1);
        settle(2);
        windows.clear();
        book.windows().emission().amendFrom(START);
        settle(2);
        assertThat(windows).isEmpty();
        ended(0);
        settle(2);
        assertThat(windows).isNotEmpty().allMatch(window -> window.getFinality() == Finality.FINAL);
        assertThat(refused).isEmpty();
    }

    @Test
    void whatWasWrittenIsKnownAfterARestart() {
        MapStore kept = new MapStore();
        ended(0);
        settle(1);
        new RunStore(kept.store()).save(book);
        TrackedRun again = new RunStore(kept.store())
                .load(new SeriesQuota(100).reservation(), START * 1000, RestartedRunTest::fail)
                .getOrDefault(RUN, book);
        assertThat(again).isNotSameAs(book);
        PublishedWindows before = book.windows().find(SERIES).orElseThrow().written();
        PublishedWindows after = again.windows().find(SERIES).orElseThrow().written();
        for (WindowLength length : WindowLength.values()) {
            assertThat(after.of(length, START + 1)).isPresent().isEqualTo(before.of(length, START + 1));
        }
    }

    @Test
    void whatKeepsItsFiguresIsCounted() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new TeamMeters(registry, new Team("alpha")).windowNotReplaced();
        assertThat(registry.get(StreamsMeter.KEPT_FIGURES.id()).counter().count())
                .isEqualTo(1);
    }

    private void ended(long second) {
        Pane pane = new Pane();
        pane.addEnded(new RequestMeasurement(
                true, Outcome.OK, true, new RequestMeasurement.Times(1_000_000, 1_000_000, -1, 2_000_000, 0)));
        book.add(new PaneDelta(SERIES, START + second, pane));
        requests++;
    }

    private void settle(long second) {
        long nowMillis = (START + second + 10 * requests) * 1000;
        book.onData(nowMillis);
        book.onHeartbeat(
                Heartbeat.newBuilder()
                        .setRun(RUN)
                        .setLane("lane-0")
                        .setLaneSeq(second)
                        .setAt(Instant.ofEpochSecond(START + second))
                        .setPublishedThrough(Instant.ofEpochSecond(START + second))
                        .setTokenBatches(0)
                        .setRequests(0)
                        .build(),
                nowMillis);
        var unused = new WindowEmission(book.windows(), output, TickBudget.untimed(100_000)).advanceTo(nowMillis);
    }

    private long finals() {
        return windows.stream()
                .filter(window -> window.getFinality() == Finality.FINAL)
                .count();
    }
}
