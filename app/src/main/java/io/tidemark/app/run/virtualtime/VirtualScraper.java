package io.tidemark.app.run.virtualtime;

import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.scrape.MetricsPage;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.DaemonThreads;
import java.io.IOException;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/**
 * Takes pages at their moment of virtual time, and reads and publishes them in that order on a thread of its own. When too many
 * wait to be read, virtual time stands still.
 */
public final class VirtualScraper implements AutoCloseable {
    private static final int MAX_WAITING = 8;
    private static final long END_SECONDS = 60;

    private final InstantSource wall;
    private final Publisher publisher;
    private final List<Reader> readers;
    private final Semaphore room = new Semaphore(MAX_WAITING);
    private final ExecutorService thread = Executors.newSingleThreadExecutor(new DaemonThreads("tidemark-scrape"));
    private volatile @Nullable RuntimeException failure;

    public VirtualScraper(List<Page> pages, InstantSource wall, Publisher publisher) {
        this.wall = wall;
        this.publisher = publisher;
        this.readers = pages.stream().map(Reader::new).toList();
    }

    /** A page, and what its samples name. */
    record Page(MetricsPage page, MetricsScraper.Source source) {}

    /** A page as it was, or why there was none. */
    private record ScrapedPage(Instant at, String text, Optional<IOException> why) {}

    /** Reads one page again and again. Its scraper believes that it is the moment at which the page was taken. */
    private static final class Reader {
        private final MetricsPage page;
        private final MetricsScraper scraper;
        private ScrapedPage now = new ScrapedPage(Instant.EPOCH, "", Optional.empty());

        Reader(Page page) {
            this.page = page.page();
            this.scraper = new MetricsScraper(this::text, new Clocks(() -> 0, () -> now.at()), page.source());
        }

        ScrapedPage take(Instant at) throws InterruptedException {
            try {
                return new ScrapedPage(at, page.text(), Optional.empty());
            } catch (IOException e) {
                return new ScrapedPage(at, "", Optional.of(e));
            }
        }

        private String text() throws IOException {
            if (now.why().isPresent()) {
                throw now.why().get();
            }
            return now.text();
        }

        void read(ScrapedPage taken, Publisher publisher) throws InterruptedException {
            now = taken;
            scraper.scrape().forEach(publisher::publish);
        }
    }

    /** Takes each page now. */
    public void scrape() {
        try {
            for (Reader reader : readers) {
                ScrapedPage taken = reader.take(wall.instant());
                room.acquire();
                thread.execute(() -> read(reader, taken));
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new TargetException("a scrape in virtual time was interrupted", e);
        }
        requireRead();
    }

    private void read(Reader reader, ScrapedPage taken) {
        try {
            reader.read(taken, publisher);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } catch (RuntimeException e) {
            failure = e;
        } finally {
            room.release();
        }
    }

    private void requireRead() {
        RuntimeException failed = failure;
        if (failed != null) {
            throw failed;
        }
    }

    /** Returns when all that was taken is published. */
    public void awaitReads() throws InterruptedException {
        thread.shutdown();
        if (!thread.awaitTermination(END_SECONDS, TimeUnit.SECONDS)) {
            throw new IllegalStateException(
                    "pages that were scraped could not be published within " + END_SECONDS + " s");
        }
        requireRead();
    }

    /** What was not read by then is not. */
    @Override
    public void close() {
        thread.shutdownNow();
    }
}
