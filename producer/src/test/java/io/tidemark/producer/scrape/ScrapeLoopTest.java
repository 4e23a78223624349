package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

class ScrapeLoopTest {
    private static final long SECOND = 1_000_000_000L;
    private static final String PAGE = "# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running 3\n";

    private final BlockingQueue<ServerSample> samples = new LinkedBlockingQueue<>();

    @Test
    void aStalledPageKeepsNoOtherFromBeingReadAndEndsWithTheLoop() throws InterruptedException {
        CountDownLatch interrupted = new CountDownLatch(1);
        MetricsPage stalled = () -> {
            try {
                new CountDownLatch(1).await();
                return PAGE;
            } catch (InterruptedException e) {
                interrupted.countDown();
                throw e;
            }
        };
        MetricsPage broken = () -> {
            throw new IOException("connection reset");
        };
        try (ScrapeLoop loop = loop(page("stalled", stalled), page("broken", broken), page("well", () -> PAGE))) {
            assertThat(loop).isNotNull();
            awaitThree("well", true);
            awaitThree("broken", false);
        }
        assertThat(interrupted.await(30, TimeUnit.SECONDS)).isTrue();
        assertThat(samples).noneMatch(sample -> sample.getTarget().equals("stalled"));
    }

    @Test
    void aPageWithABugInItsReadingIsReadAgain() throws InterruptedException {
        MetricsPage buggy = () -> {
            throw new IllegalStateException("a bug");
        };
        try (ScrapeLoop loop = loop(page("buggy", buggy), page("well", () -> PAGE))) {
            assertThat(loop).isNotNull();
            awaitThree("well", true);
        }
    }

    @Test
    void theNextScrapeComesShortlyAfterTheNextWholeSecond() {
        assertThat(pauseMillis("2026-03-01T10:00:00.250Z", SECOND)).isEqualTo(770);
        assertThat(pauseMillis("2026-03-01T10:00:00.020Z", SECOND))
                .as("one that took no time")
                .isEqualTo(1_000);
    }

    @Test
    void ofALongerIntervalItComesAfterAMultipleOfIt() {
        assertThat(pauseMillis("2026-03-01T10:00:07.020Z", 5 * SECOND)).isEqualTo(3_000);
    }

    /** As when its timer is earlier than the wall clock. */
    @Test
    void twoScrapesAreNotCloserThanATenthOfTheInterval() {
        assertThat(pauseMillis("2026-03-01T10:00:00.019Z", SECOND)).isEqualTo(1_001);
    }

    private static long pauseMillis(String now, long intervalNanos) {
        return ScrapeLoop.pauseNanos(Instant.parse(now), intervalNanos) / 1_000_000;
    }

    private ScrapeLoop loop(MetricsScraper... pages) {
        return new ScrapeLoop(List.of(pages), Duration.ofMillis(20), InstantSource.system(), samples::add);
    }

    private static MetricsScraper page(String target, MetricsPage page) {
        return new MetricsScraper(
                page,
                new Clocks(NanoClock.SYSTEM, InstantSource.system()),
                new MetricsScraper.Source(target, URI.create("http://127.0.0.1:1/metrics")));
    }

    private void awaitThree(String target, boolean up) throws InterruptedException {
        for (int seen = 0; seen < 3; ) {
            ServerSample sample = samples.poll(30, TimeUnit.SECONDS);
            assertThat(sample).as("a sample of " + target).isNotNull();
            if (sample.getTarget().equals(target)) {
                assertThat(sample.getUp()).isEqualTo(up);
                seen++;
            }
        }
    }
}
