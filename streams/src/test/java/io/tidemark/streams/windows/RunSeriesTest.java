package io.tidemark.streams.windows;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.panes.Pane;
import io.tidemark.streams.panes.SeriesKey;
import org.junit.jupiter.api.Test;

class RunSeriesTest {
    private static final SeriesKey CHAT = new SeriesKey(0, "default", "chat");

    private final EmissionProgress heads = new EmissionProgress();
    private final SeriesQuota.Reservation share = new SeriesQuota(5).reservation();
    private final RunSeries book = new RunSeries(heads, share);

    @Test
    void whatAnIdleSeriesHeldIsThereAgainAfterARestart() {
        heads.start(1_000);
        Series chat = book.of(CHAT);
        chat.add(10, threeE2es());
        var unused = chat.panes().evictFirst();
        byte[] saved = EvictedTotals.of(chat).toBytes();
        book.evictIdle(requestClass -> false);
        assertThat(book.live()).isEmpty();

        RunSeries restarted = new RunSeries(heads, new SeriesQuota(5).reservation());
        restarted.restoreEvicted(saved);
        assertThat(restarted.live()).isEmpty();
        assertThat(restarted
                        .of(CHAT)
                        .settled()
                        .content(WindowLength.STEP)
                        .sketch(Metric.E2E)
                        .count())
                .isEqualTo(3);
    }

    @Test
    void aSeriesThatObjectivesAskForIsNeverIdle() {
        Series chat = book.of(CHAT);
        chat.add(10, threeE2es());
        var unused = chat.panes().evictFirst();

        book.evictIdle("chat"::equals);

        assertThat(book.live()).containsExactly(chat);
    }

    @Test
    void placesOfARunThatIsForgottenAreFree() {
        for (int i = 0; i < 4; i++) {
            var unused = book.of(CHAT.of("class-" + i));
        }
        SeriesKey next = CHAT.of("next");
        assertThat(book.resolve(next, requestClass -> false)).contains(CHAT.of(RequestClass.OTHER));

        book.release();

        assertThat(book.resolve(next, requestClass -> false)).contains(next);
    }

    private static Pane threeE2es() {
        Pane pane = new Pane();
        pane.sketch(Metric.E2E).add(200, 3);
        return pane;
    }
}
