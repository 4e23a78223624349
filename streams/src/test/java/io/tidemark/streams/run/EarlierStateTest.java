package io.tidemark.streams.run;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.schemas.Metric;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.panes.SeriesKey;
import io.tidemark.streams.windows.RetainedPanes;
import io.tidemark.streams.windows.SeriesQuota;
import io.tidemark.streams.wire.WireFormatException;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.stream.LongStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** State that hosts of earlier versions left in the changelog, as it was recorded then. */
class EarlierStateTest {
    private static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final long START = 1_604_232_000L;
    private static final SeriesKey SERIES = new SeriesKey(0, "default", SeriesKey.ALL);

    private final MapStore kept = new MapStore();

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private void recorded(String file) throws IOException {
        try (InputStream in = Objects.requireNonNull(getClass().getResourceAsStream(file), file)) {
            new String(in.readAllBytes(), StandardCharsets.UTF_8)
                    .lines()
                    .map(line -> line.split("\t", 2))
                    .forEach(entry ->
                            kept.store().put(entry[0], Base64.getDecoder().decode(entry[1])));
        }
    }

    private TrackedRun restored() {
        SeriesQuota.Reservation places = new SeriesQuota(100).reservation();
        return Objects.requireNonNull(new RunStore(kept.store())
                .load(places, START * 1000, RestartedRunTest::fail)
                .get(RUN));
    }

    @Test
    void stateOfTheVersionBeforeSegmentsIsReadAsItWas() throws Exception {
        recorded("run-state-version-2.txt");
        TrackedRun book = restored();
        RetainedPanes panes = book.windows().find(SERIES).orElseThrow().panes();
        assertThat(LongStream.range(START, START + 5)
                        .mapToObj(second -> panes.at(second)
                                .orElseThrow()
                                .sketch(Metric.TTFT)
                                .max()
                                .orElseThrow()))
                .isEqualTo(List.of(100_000_000L, 200_000_000L, 300_000_000L, 400_000_000L, 50_000_000L));
    }

    @Test
    void whatWasReadIsWrittenInThisVersionAndReadAgain() throws Exception {
        recorded("run-state-version-2.txt");
        TrackedRun book = restored();
        new RunStore(kept.store()).save(book);
        assertThat(restored().windows().find(SERIES)).isPresent();
    }

    @Test
    void stateOfALaterVersionIsRefused() throws Exception {
        recorded("run-state-version-2.txt");
        kept.store().put(RUN + "/LANE/lane-0", new byte[] {99, 5, 5, 0, 1, 0});
        assertThatThrownBy(this::restored)
                .isInstanceOf(WireFormatException.class)
                .hasMessageContaining("99");
    }

    @Test
    void anEntryOfAKindThatCameLaterIsRefusedInWords() throws Exception {
        recorded("run-state-version-2.txt");
        kept.store().put(RUN + "/ADDED_LATER/0", new byte[] {1});
        assertThatThrownBy(this::restored)
                .isInstanceOf(WireFormatException.class)
                .hasMessageStartingWith("entry of the run store has kind ADDED_LATER, which this version does not know:"
                        + " a newer Tidemark wrote it");
    }
}
