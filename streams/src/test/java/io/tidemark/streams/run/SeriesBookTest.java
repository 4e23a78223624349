package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.RequestClass;
import io.tidemark.streams.flow.SeriesPlaces;
import io.tidemark.streams.pane.Pane;
import io.tidemark.streams.pane.SeriesKey;
import org.junit.jupiter.api.Test;

class SeriesBookTest {
    private static final SeriesKey CHAT = new SeriesKey(0, "default", "chat");

    private final Heads heads = new Heads();
    private final SeriesPlaces.Share share = new SeriesPlaces(5).share();
    private final SeriesBook book = new SeriesBook(heads, share);

    @Test
    void whatAnIdleSeriesHeldIsThereAgainAfterARestart() {
        heads.start(1_000);
        Series chat = book.of(CHAT);
        chat.add(10, threeE2es());
        var unused = chat.panes().letGoOfFirst();
        byte[] saved = GoneSeconds.of(chat).toBytes();
        book.letGoOfIdle(requestClass -> false);
        assertThat(book.live()).isEmpty();

        SeriesBook restarted = new SeriesBook(heads, new SeriesPlaces(5).share());
        restarted.restoreGone(saved);
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
        var unused = chat.panes().letGoOfFirst();

        book.letGoOfIdle("chat"::equals);

        assertThat(book.live()).containsExactly(chat);
    }

    @Test
    void placesOfARunThatIsForgottenAreFree() {
        for (int i = 0; i < 4; i++) {
            var unused = book.of(CHAT.of("class-" + i));
        }
        SeriesKey next = CHAT.of("next");
        assertThat(book.place(next, requestClass -> false)).contains(CHAT.of(RequestClass.OTHER));

        book.forget();

        assertThat(book.place(next, requestClass -> false)).contains(next);
    }

    private static Pane threeE2es() {
        Pane pane = new Pane();
        pane.sketch(Metric.E2E).add(200, 3);
        return pane;
    }
}
