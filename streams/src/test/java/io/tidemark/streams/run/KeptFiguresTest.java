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
import io.tidemark.schemas.serde.TrustedEvents;
import io.tidemark.streams.flow.SeriesPlaces;
import io.tidemark.streams.meter.StreamsMeter;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.PaneDelta;
import io.tidemark.streams.pane.RequestFact;
import io.tidemark.streams.pane.SeriesKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A settled window never comes to hold less, whatever happens to the seconds that it is summed from. */
class KeptFiguresTest {
    private static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final long START = 1_700_000_000L;
    private static final SeriesKey SERIES = new SeriesKey(0, "default", SeriesKey.ALL);

    private final RunBook book = new RunBook(RUN, new SeriesPlaces(100).share(), START * 1000);
    private final List<WindowStats> windows = new ArrayList<>();
    private final List<WindowStats> refused = new ArrayList<>();
    private long requests;

    private final RunOutput output = new RunOutput() {
        @Override
        public void window(WindowStats window) {
            windows.add(window);
        }

        @Override
        public void keptFigures(WindowStats window, Written.Figures kept) {
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
        TrustedEvents.trust();
    }

    @Test
    void aWindowThatWouldHoldLessKeepsItsFigures() {
        for (int second = 0; second < 20; second++) {
            ended(second);
        }
        settle(20);
        assertThat(finals()).isPositive();
        windows.clear();

        Panes panes = book.find(SERIES).orElseThrow().panes();
        panes.letGoOfFirst(); // as a defect would: nobody knows that they are gone
        panes.letGoOfFirst();
        book.heads().amendFrom(START);
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
        book.heads().amendFrom(START);
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
        RunBook again = new RunStore(kept.store())
                .load(new SeriesPlaces(100).share(), START * 1000)
                .getOrDefault(RUN, book);
        assertThat(again).isNotSameAs(book);
        Written before = book.find(SERIES).orElseThrow().written();
        Written after = again.find(SERIES).orElseThrow().written();
        for (WindowLength length : WindowLength.values()) {
            assertThat(after.of(length, START + 1)).isPresent().isEqualTo(before.of(length, START + 1));
        }
    }

    @Test
    void whatKeepsItsFiguresIsCounted() {
        SimpleMeterRegistry registry = new SimpleMeterRegistry();
        new TeamMeters(registry, new Team("alpha")).keptFigures();
        assertThat(registry.get(StreamsMeter.KEPT_FIGURES.id()).counter().count())
                .isEqualTo(1);
    }

    private void ended(long second) {
        Pane pane = new Pane();
        pane.requestEnded(
                new RequestFact(true, Outcome.OK, true, new RequestFact.Times(1_000_000, 1_000_000, -1, 2_000_000, 0)));
        book.add(new PaneDelta(SERIES, START + second, pane));
        requests++;
    }

    private void settle(long second) {
        long nowMillis = (START + second + 10 * requests) * 1000;
        book.touch(nowMillis);
        book.hear(
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
        var unused = new RunAdvance(book, output, new TickBudget(100_000)).to(nowMillis);
    }

    private long finals() {
        return windows.stream()
                .filter(window -> window.getFinality() == Finality.FINAL)
                .count();
    }
}
