package io.tidemark.producer.scrape;

import io.tidemark.events.ServerSample;
import io.tidemark.producer.publish.Publisher;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Scrapes pages at an interval and publishes what they say, each on a thread of its own so that a slow one delays no other. */
public final class ScrapeLoop implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(ScrapeLoop.class);
    private static final long CLOSE_WITHIN_SECONDS = 5;

    private final List<ScheduledExecutorService> threads = new ArrayList<>();
    private final Publisher publisher;

    /** Begins at once. */
    public ScrapeLoop(List<MetricsScraper> scrapers, Duration interval, Publisher publisher) {
        this.publisher = publisher;
        for (MetricsScraper scraper : scrapers) {
            ScheduledExecutorService thread = Executors.newSingleThreadScheduledExecutor(ScrapeLoop::daemon);
            threads.add(thread);
            var unused =
                    thread.scheduleAtFixedRate(() -> scrape(scraper), 0, interval.toMillis(), TimeUnit.MILLISECONDS);
        }
    }

    private static Thread daemon(Runnable task) {
        Thread thread = new Thread(task, "tidemark-scrape");
        thread.setDaemon(true);
        return thread;
    }

    private void scrape(MetricsScraper scraper) {
        try {
            for (ServerSample sample : scraper.scrape()) {
                publisher.publish(sample);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (Exception e) {
            LOG.warn("a scrape was lost", e);
        }
    }

    @Override
    public void close() {
        threads.forEach(ScheduledExecutorService::shutdownNow);
        for (ScheduledExecutorService thread : threads) {
            await(thread);
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
