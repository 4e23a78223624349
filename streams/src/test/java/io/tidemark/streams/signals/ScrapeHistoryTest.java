package io.tidemark.streams.signals;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.schemas.ServerClock;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.serde.TrustedEventClasses;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

final class ScrapeHistoryTest {
    private final ScrapeHistory samples = new ScrapeHistory();

    @BeforeAll
    static void trustOurEvents() {
        TrustedEventClasses.trust();
    }

    @Test
    void instancesThatAreBothAliveAddUp() {
        given(100, "a:1", 3);
        given(101, "b:1", 4);
        assertThat(waitingAsOf(102)).isEqualTo(7.0);
    }

    @Test
    void anInstanceThatIsGoneNoLongerCounts() {
        given(100, "a:1", 3);
        given(101, "b:1", 4);
        given(106, "b:1", 5); // a:1 was last scraped 6 s before: replaced by b:1
        assertThat(waitingAsOf(106)).isEqualTo(5.0);
    }

    @Test
    void whatWasThenStaysTrueOfThen() {
        given(100, "a:1", 3);
        given(101, "b:1", 4);
        given(110, "b:1", 5);
        assertThat(waitingAsOf(102)).isEqualTo(7.0);
    }

    @Test
    void aPageThatDiesBesideAnotherHasAMeanOfItsOwnTime() {
        for (int second = 100; second < 120; second++) {
            if (second < 110) {
                given(second, "a:1", 3);
            }
            samples.add(scrape(second, "gpu:1")
                    .setRole(ServerRole.GPU)
                    .setValues(Map.of(Signal.GPU_POWER.id(), 400.0))
                    .build());
        }
        assertThat(samples.summary("t", Signal.WAITING, 100_000_000, 120_000_000))
                .map(SignalSummary::mean)
                .contains(3.0);
        assertThat(samples.summary("t", Signal.WAITING, 112_000_000, 120_000_000))
                .isEmpty();
        assertThat(samples.asOf("t", 110_000_000, 119_000_000).values()).doesNotContainKey(Signal.WAITING.id());
    }

    @Test
    void aCounterThatFellBeganAgainAndGrewByWhatItShows() {
        generated(100, 1_000);
        generated(101, 1_100);
        generated(102, 40); // the server is another process
        generated(103, 140);
        assertThat(samples.restarts("t", 100_000_000, 104_000_000)).isEqualTo(1);
        assertThat(samples.restarts("t", 103_000_000, 104_000_000)).isZero();
        assertThat(samples.asOf("t", 100_000_000, 103_000_000).values().get(Signal.GENERATION_TOKENS.id()))
                .isEqualTo((100 + 40 + 100) / 3.0);
    }

    @Test
    void aPageThatNowAndThenLacksTheStartOfItsProcessIsOfOneProcess() {
        for (int second = 100; second <= 103; second++) {
            samples.add(scrape(second, "a:1")
                    .setProcessStart(second == 101 ? null : Instant.ofEpochSecond(10))
                    .setValues(Map.of(Signal.GENERATION_TOKENS.id(), 1_000_000.0 + 100 * (second - 100)))
                    .build());
        }
        assertThat(samples.restarts("t", 100_000_000, 104_000_000)).isZero();
        assertThat(samples.asOf("t", 100_000_000, 103_000_000).values().get(Signal.GENERATION_TOKENS.id()))
                .isEqualTo(100);
    }

    @Test
    void aScrapeThatComesLateMovesWhereACounterBeganAgain() {
        generated(100, 1_000);
        generated(103, 140);
        assertThat(samples.restarts("t", 103_000_000, 104_000_000)).isEqualTo(1);
        generated(101, 40);
        assertThat(samples.restarts("t", 103_000_000, 104_000_000)).isZero();
        assertThat(samples.restarts("t", 100_000_000, 104_000_000)).isEqualTo(1);
    }

    /** Scrapes in any order, of servers that begin again, of pages that lack the counter; held against a walk over all scrapes. */
    @Test
    void theRateOfACounterIsWhatItGrewFromScrapeToScrape() {
        for (int seed = 0; seed < 200; seed++) {
            SplittableRandom random = new SplittableRandom(seed);
            InstanceScrapes scrapes = new InstanceScrapes();
            for (ServerSample sample : drawn(random)) {
                scrapes.add(sample);
            }
            for (int from = 95; from < 145; from++) {
                for (int to = from; to < 150; to++) {
                    assertThat(scrapes.rate(Signal.GENERATION_TOKENS, from * 1_000_000L, to * 1_000_000L))
                            .as("seed " + seed + ", from " + from + " to " + to)
                            .isEqualTo(walked(scrapes, from * 1_000_000L, to * 1_000_000L));
                }
            }
        }
    }

    /** Values are whole numbers and spans whole seconds, so that sums are exact in any order. */
    private static List<ServerSample> drawn(SplittableRandom random) {
        List<ServerSample> samples = new ArrayList<>();
        double value = 0;
        long process = 1;
        for (int second = 100; second < 140; second++) {
            process += random.nextInt(12) == 0 ? 1 : 0;
            value = random.nextInt(10) == 0 ? 0 : value + random.nextInt(3) * 64;
            samples.add(scrape(second, "a:1")
                    .setProcessStart(Instant.ofEpochSecond(process))
                    .setValues(random.nextInt(6) == 0 ? Map.of() : Map.of(Signal.GENERATION_TOKENS.id(), value))
                    .setUp(random.nextInt(8) > 0)
                    .build());
        }
        for (int i = samples.size() - 1; i > 0; i--) {
            Collections.swap(samples, i, Math.max(0, i - random.nextInt(4)));
        }
        return samples;
    }

    private static OptionalDouble walked(InstanceScrapes scrapes, long from, long to) {
        double grown = 0;
        long span = 0;
        for (SignalPoint point : scrapes.points(Signal.GENERATION_TOKENS, from, to)) {
            grown += Math.rint(point.value() * point.spanMicros() / 1e6);
            span += point.spanMicros();
        }
        return span == 0 ? OptionalDouble.empty() : OptionalDouble.of(grown * 1e6 / span);
    }

    @Test
    void theFurthestThatAClockWasOffIsKnownForItsTime() {
        clock(100, -200);
        clock(101, -7_000);
        clock(102, 6_000);
        assertThat(samples.worstSkewMillis("t", 100_000_000, 103_000_000)).isEqualTo(-7_000);
        assertThat(samples.worstSkewMillis("t", 102_000_000, 103_000_000)).isEqualTo(6_000);
        assertThat(samples.worstSkewMillis("other", 100_000_000, 103_000_000)).isZero();
    }

    private void generated(long second, double tokens) {
        samples.add(scrape(second, "a:1")
                .setValues(Map.of(Signal.GENERATION_TOKENS.id(), tokens))
                .build());
    }

    private void clock(long second, long skewMillis) {
        samples.add(scrape(second, "a:1")
                .setInfo(Map.of(ServerClock.SKEW_MILLIS, Long.toString(skewMillis)))
                .build());
    }

    private void given(long second, String instance, double waiting) {
        samples.add(scrape(second, instance)
                .setValues(Map.of(Signal.WAITING.id(), waiting))
                .build());
    }

    private static ServerSample.Builder scrape(long second, String instance) {
        Instant at = Instant.ofEpochSecond(second);
        return ServerSample.newBuilder()
                .setTarget("t")
                .setInstance(instance)
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(true);
    }

    private double waitingAsOf(long second) {
        return samples.asOf("t", (second - 10) * 1_000_000, second * 1_000_000)
                .values()
                .get(Signal.WAITING.id());
    }
}
