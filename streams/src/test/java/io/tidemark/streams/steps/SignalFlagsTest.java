package io.tidemark.streams.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.signals.ScrapeHistory;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** A step from 100 s to 110 s whose server is scraped every second. */
class SignalFlagsTest {
    private static final StepContext.Span STEP =
            new StepContext.Span(Instant.ofEpochSecond(100), Optional.of(Instant.ofEpochSecond(110)));

    private final ScrapeHistory samples = new ScrapeHistory();

    @BeforeAll
    static void trust() {
        TrustedEventClasses.trust();
    }

    private void scraped(long second, long processStart, long skewMillis) {
        Instant at = Instant.ofEpochSecond(second);
        samples.add(ServerSample.newBuilder()
                .setTarget("t")
                .setInstance("a:1")
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(true)
                .setProcessStart(Instant.ofEpochSecond(processStart))
                .setInfo(Map.of(ServerClock.SKEW_MILLIS, Long.toString(skewMillis)))
                .build());
    }

    private List<String> flags() {
        return SignalFlags.of(samples, "t", STEP);
    }

    @Test
    void aServerThatGoesOnWithARightClockIsNotFlagged() {
        for (long second = 99; second <= 111; second++) {
            scraped(second, 10, -800);
        }
        assertThat(flags()).isEmpty();
    }

    @Test
    void aServerThatRestartedOnceIsToldOnce() {
        for (long second = 99; second <= 111; second++) {
            scraped(second, second < 105 ? 10 : 104, 0);
        }
        assertThat(flags()).containsExactly("the server restarted: its counters began again 1 time");
    }

    @Test
    void aServerWhoseClockIsAnHourBehindIsTold() {
        for (long second = 99; second <= 111; second++) {
            scraped(second, 10, -3_600_000);
        }
        assertThat(flags()).singleElement().asString().startsWith("the server's clock is 3600 s behind the scraper's");
    }
}
