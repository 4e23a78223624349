package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.Outcome;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.PaneDelta;
import io.tidemark.streams.panes.RequestMeasurement;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.windows.SeriesQuota;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;

/** Targets and classes may hold the slash that parts them in the keys of stored entries. */
class SeriesNamesTest {
    private static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final long SECOND = 1_700_000_000L;
    private static final List<SeriesKey> ALIKE = List.of(
            new SeriesKey(0, "a", "b/cached"),
            new SeriesKey(0, "a/b", "cached"),
            new SeriesKey(0, "a%2Fb", "cached"),
            new SeriesKey(0, "", "a/b/cached"));

    @Test
    void eachHasANameOfItsOwn() {
        assertThat(ALIKE.stream().map(SeriesKey::name)).doesNotHaveDuplicates();
        assertThat(new SeriesKey(3, "gpu-1", "chat/cached").name())
                .as("as releases before wrote it")
                .isEqualTo("3/gpu-1/chat/cached");
    }

    @Test
    void eachIsThereAfterARestart() {
        MapStore kept = new MapStore();
        TrackedRun before = new TrackedRun(RUN, new SeriesQuota(100).reservation(), SECOND * 1000);
        ALIKE.forEach(series -> before.add(new PaneDelta(series, SECOND, ended())));
        new RunStore(kept.store()).save(before);

        TrackedRun after = Objects.requireNonNull(new RunStore(kept.store())
                .load(new SeriesQuota(100).reservation(), SECOND * 1000, RestartedRunTest::fail)
                .get(RUN));

        for (SeriesKey series : ALIKE) {
            assertThat(after.windows().find(series).orElseThrow().panes().at(SECOND))
                    .as("%s", series)
                    .hasValueSatisfying(pane -> assertThat(pane.ended()).hasSize(1));
        }
    }

    private static Pane ended() {
        Pane pane = new Pane();
        pane.addEnded(new RequestMeasurement(
                true, Outcome.OK, true, new RequestMeasurement.Times(1_000_000, 1_000_000, -1, 2_000_000, 0)));
        return pane;
    }
}
