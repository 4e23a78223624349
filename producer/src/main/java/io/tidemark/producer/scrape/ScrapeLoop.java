package io.tidemark.producer.scrape;

import io.tidemark.events.ServerSample;
import io.tidemark.schemas.time.DaemonThreads;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Future;
import java.util.concurrent.RejectedExecutionException;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Scrapes pages at an interval and hands on what they say, each on a thread of its own so that a slow one delays no other. What a slow
 * page misses is left out: it is not asked for in one go when the page is well again.
 */
public final class ScrapeLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScrapeLoop.class);
    private static final long CLOSE_WITHIN_SECONDS = 5;

    private final List<Page> pages = new ArrayList<>();
    private final long intervalNanos;
    private final NanoClock clock;
    private final Consumer<ServerSample> samples;

    /**
     * Begins at once.
     *
     * @param samples takes each sample, on the thread of its page
     */
    public ScrapeLoop(
            List<MetricsScraper> scrapers, Duration interval, NanoClock clock, Consumer<ServerSample> samples) {
        this.intervalNanos = interval.toNanos();
        this.clock = clock;
        this.samples = samples;
        for (MetricsScraper scraper : scrapers) {
            ScheduledExecutorService thread = new DaemonThreads("tidemark-scrape").scheduler();
            pages.add(new Page(thread, scraper));
            thread.execute(() -> round(thread, scraper, clock.nanos()));
        }
    }

    /** A page and the thread that asks for it. */
    private record Page(ScheduledExecutorService thread, MetricsScraper scraper) {}

    /**
     * Scrapes every page once more and waits for the results, so that a consumer of the pages up to here need not wait for more. It waits
     * for a page that does not answer no longer than closing would take. It scrapes nothing once it is closed.
     */
    public void scrapeOnce() throws InterruptedException {
        List<Future<?>> last = new ArrayList<>();
        try {
            for (Page page : pages) {
                last.add(page.thread.submit(() -> scrape(page.scraper)));
            }
        } catch (RejectedExecutionException e) {
            LOG.debug("closed: no page is scraped once more", e);
        }
        for (Future<?> scrape : last) {
            try {
                scrape.get(CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS);
            } catch (CancellationException e) {
                LOG.debug("closed: no page is scraped once more", e);
            } catch (ExecutionException | TimeoutException e) {
                LOG.warn("the last scrape of a page was lost", e);
            }
        }
    }

    /** How long to wait at {@code now} for the next multiple of the interval after {@code due}. */
    static long pauseNanos(long dueNanos, long nowNanos, long intervalNanos) {
        return intervalNanos - Math.floorMod(nowNanos - dueNanos, intervalNanos);
    }

    private void round(ScheduledExecutorService thread, MetricsScraper scraper, long dueNanos) {
        try {
            scrape(scraper);
        } finally {
            if (!thread.isShutdown()) {
                long now = clock.nanos();
                long pause = pauseNanos(dueNanos, now, intervalNanos);
                var unused = thread.schedule(() -> round(thread, scraper, now + pause), pause, TimeUnit.NANOSECONDS);
            }
        }
    }

    private void scrape(MetricsScraper scraper) {
        try {
            scraper.scrape().forEach(samples);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("a scrape was lost", e);
        }
    }

    @Override
    public void close() {
        pages.forEach(page -> stop(page.thread));
        for (Page page : pages) {
            await(page.thread);
        }
    }

    /** Stops the thread and cancels its queued scrapes, which releases the threads that wait for them. */
    private static void stop(ScheduledExecutorService thread) {
        for (Runnable left : thread.shutdownNow()) {
            if (left instanceof Future<?> scrape) {
                scrape.cancel(false);
            }
        }
    }

    private static void await(ScheduledExecutorService thread) {
        try {
            if (!thread.awaitTermination(CLOSE_WITHIN_SECONDS, TimeUnit.SECONDS)) {
                LOG.warn("a scrape did not end within {} s", CLOSE_WITHIN_SECONDS);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
