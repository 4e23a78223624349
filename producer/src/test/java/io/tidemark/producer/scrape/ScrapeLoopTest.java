package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
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
        assertThat(interrupted.await(5, TimeUnit.MINUTES)).isTrue();
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
    void theNextScrapeIsAnIntervalAfterTheLastWasDue() {
        assertThat(ScrapeLoop.pauseNanos(0, SECOND / 4, SECOND)).isEqualTo(3 * SECOND / 4);
    }

    @Test
    void whatAStalledPageMissedIsNotCaughtUpWith() {
        // Due at 0, done at 7.25 s: the next is due at 8 s, not seven at once.
        assertThat(ScrapeLoop.pauseNanos(0, 29 * SECOND / 4, SECOND)).isEqualTo(3 * SECOND / 4);
    }

    @Test
    void aMonotonicClockMayBeNegative() {
        assertThat(ScrapeLoop.pauseNanos(-5 * SECOND, -9 * SECOND / 2, SECOND)).isEqualTo(SECOND / 2);
    }

    private ScrapeLoop loop(MetricsScraper... pages) {
        return new ScrapeLoop(List.of(pages), Duration.ofMillis(20), NanoClock.SYSTEM, samples::add);
    }

    private static MetricsScraper page(String target, MetricsPage page) {
        return new MetricsScraper(
                page,
                new Clocks(NanoClock.SYSTEM, InstantSource.system()),
                new MetricsScraper.Source(target, URI.create("http://127.0.0.1:1/metrics")));
    }

    private void awaitThree(String target, boolean up) throws InterruptedException {
        for (int seen = 0; seen < 3; ) {
            ServerSample sample = samples.poll(5, TimeUnit.MINUTES);
            assertThat(sample).as("a sample of " + target).isNotNull();
            if (sample.getTarget().equals(target)) {
                assertThat(sample.getUp()).isEqualTo(up);
                seen++;
            }
        }
    }
}
