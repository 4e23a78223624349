package io.tidemark.streams.steps;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.OutOfRangeValue;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.serde.TrustedEventClasses;
import io.tidemark.streams.signals.ScrapeHistory;
import java.time.Instant;
import java.util.HashMap;
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
        samples.add(sample(second)
                .setProcessStart(Instant.ofEpochSecond(processStart))
                .setInfo(Map.of(ServerClock.SKEW_MILLIS, Long.toString(skewMillis)))
                .build());
    }

    private static ServerSample.Builder sample(long second) {
        Instant at = Instant.ofEpochSecond(second);
        return ServerSample.newBuilder()
                .setTarget("t")
                .setInstance("a:1")
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(true);
    }

    private void failed(long second, String instance) {
        Instant at = Instant.ofEpochSecond(second);
        samples.add(ServerSample.newBuilder()
                .setTarget("t")
                .setInstance(instance)
                .setRole(ServerRole.UNKNOWN)
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(false)
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
    void aPageThatFailsEveryOtherTimeGivesSignalsOfTheOtherHalf() {
        for (long second = 99; second <= 111; second++) {
            if (second % 2 == 0) {
                scraped(second, 10, 0);
            } else {
                failed(second, "a:1");
            }
        }
        assertThat(flags()).containsExactly("server signals are incomplete: 5 of 10 scrapes of a:1 failed");
    }

    @Test
    void aPageThatDiesOrComesLateHasAShareOfFailedScrapes() {
        for (long second = 99; second <= 111; second++) {
            if (second >= 103 && second < 108) {
                scraped(second, 10, 0);
            } else {
                failed(second, "a:1");
            }
        }
        assertThat(flags()).containsExactly("server signals are incomplete: 5 of 10 scrapes of a:1 failed");
    }

    @Test
    void ofAPageThatNeverAnsweredTheRunHasARemark() {
        for (long second = 99; second <= 111; second++) {
            scraped(second, 10, 0);
            failed(second, "b:1");
        }
        assertThat(flags()).isEmpty();
    }

    @Test
    void valuesThatAreNotUsedAreNamedWithTheirSeries() {
        for (long second = 99; second <= 111; second++) {
            Map<String, String> info = new HashMap<>();
            if (second > 100) {
                new OutOfRangeValue(Signal.KV_USAGE, "vllm:kv_cache_usage_perc", second - 70).addTo(info);
                new OutOfRangeValue(Signal.WAITING, "vllm:num_requests_waiting", -1).addTo(info);
            }
            samples.add(sample(second).setInfo(info).build());
        }
        assertThat(flags())
                .containsExactly(
                        "vllm:kv_cache_usage_perc was 39 but engine.kv.usage_ratio must be 0 to 1: the signal is not"
                                + " used, because of 9 scrapes",
                        "vllm:num_requests_waiting was -1 but engine.requests.waiting must be at least 0: the signal is"
                                + " not used, because of 9 scrapes");
    }

    @Test
    void aServerWhoseClockIsAnHourBehindIsTold() {
        for (long second = 99; second <= 111; second++) {
            scraped(second, 10, -3_600_000);
        }
        assertThat(flags()).singleElement().asString().startsWith("the server's clock is 3600 s behind the scraper's");
    }
}
