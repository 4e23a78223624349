package io.tidemark.faults;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;

/** A target's metrics page with a clock of its own, scraped every second by our scraper into a team's topic until closed. */
final class MetricsPageServer implements AutoCloseable {
    private static final Duration EVERY = Duration.ofSeconds(1);
    private static final Duration BUDGET = Duration.ofSeconds(20);

    private final ServerSocket listener;
    private final InstantSource clock;
    private final Supplier<String> text;
    private volatile boolean closed;

    private MetricsPageServer(ServerSocket listener, InstantSource clock, Supplier<String> text) {
        this.listener = listener;
        this.clock = clock;
        this.text = text;
    }

    /**
     * Starts it.
     *
     * @param clock of the server, told in the Date of its answers
     * @param text what the page holds at that moment
     */
    static MetricsPageServer start(EventSender sender, InstantSource clock, Supplier<String> text) {
        try {
            MetricsPageServer page =
                    new MetricsPageServer(new ServerSocket(0, 50, InetAddress.getLoopbackAddress()), clock, text);
            new Thread(page::serve, "target-page").start();
            new Thread(() -> page.scrape(sender), "target-scraper").start();
            return page;
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void close() {
        closed = true;
        try {
            listener.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** A thread's top. */
    private void scrape(EventSender sender) {
        MetricsScraper scraper = new MetricsScraper(
                HttpClient.newHttpClient(),
                new Clocks(NanoClock.SYSTEM, InstantSource.system()),
                new MetricsScraper.Source(
                        GeneratedEvents.TARGET, URI.create("http://127.0.0.1:" + listener.getLocalPort() + "/metrics")),
                BUDGET);
        while (!closed) {
            try {
                scraper.scrape().forEach(sender::send);
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
                return;
            }
            LockSupport.parkNanos(EVERY.toNanos());
        }
    }

    /** A thread's top. */
    private void serve() {
        while (!closed) {
            try (Socket socket = listener.accept()) {
                answer(socket);
            } catch (IOException e) {
                // Closed, or the scraper went away: the loop sees which.
            }
        }
    }

    private void answer(Socket socket) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(socket.getInputStream(), UTF_8));
        String line = in.readLine();
        while (line != null && !line.isEmpty()) {
            line = in.readLine();
        }
        byte[] body = text.get().getBytes(UTF_8);
        Instant now = clock.instant();
        String head =
                "HTTP/1.1 200 OK\r\nConnection: close\r\nContent-Type: text/plain; version=0.0.4\r\nContent-Length: "
                        + body.length + "\r\nDate: "
                        + DateTimeFormatter.RFC_1123_DATE_TIME.format(now.atOffset(ZoneOffset.UTC))
                        + "\r\n\r\n";
        socket.getOutputStream().write(head.getBytes(UTF_8));
        socket.getOutputStream().write(body);
        socket.getOutputStream().flush();
    }
}
