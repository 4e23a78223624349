package io.tidemark.faults;

import static org.assertj.core.api.Assertions.assertThat;

import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.scrape.MetricsScraper;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Row 17: what is scraped vanishes, sends half a page, or one of 10 MB: a sample says so, and never zeros. */
@Tag("faults")
class VanishingTargetTest {
    private static final String PAGE =
            "# TYPE vllm:num_requests_running gauge\nvllm:num_requests_running{model_name=\"m\"} 3\n";
    private static final Duration BUDGET = Duration.ofSeconds(20);

    private final HttpServer server;
    private volatile byte[] page = PAGE.getBytes(StandardCharsets.UTF_8);
    private volatile long announcedBytes;

    VanishingTargetTest() throws IOException {
        server = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
    }

    @BeforeEach
    void start() {
        server.createContext("/metrics", this::answer);
        server.start();
    }

    @AfterEach
    void stop() {
        server.stop(0);
    }

    @Test
    void aTargetThatVanishesOrSendsHalfOrTooMuchIsDownAndNeverZero() throws Exception {
        MetricsScraper scraper = new MetricsScraper(
                HttpClient.newHttpClient(),
                new Clocks(NanoClock.SYSTEM, InstantSource.system()),
                new MetricsScraper.Source(
                        "t",
                        URI.create("http://127.0.0.1:" + server.getAddress().getPort() + "/metrics")),
                BUDGET);
        assertThat(scraper.scrape()).singleElement().satisfies(sample -> {
            assertThat(sample.getUp()).isTrue();
            assertThat(sample.getValues()).containsValue(3.0);
        });
        announcedBytes = page.length + 100L;
        mustBeDown(scraper.scrape());
        announcedBytes = 0;
        page = ("# HELP a b\n" + "x{a=\"b\"} 1\n".repeat(1 << 20)).getBytes(StandardCharsets.UTF_8);
        List<ServerSample> large = scraper.scrape();
        assertThat(large).allSatisfy(sample -> assertThat(sample.getValues()).isEmpty());
        server.stop(0);
        mustBeDown(scraper.scrape());
    }

    private static void mustBeDown(List<ServerSample> samples) {
        assertThat(samples).singleElement().satisfies(sample -> {
            assertThat(sample.getUp()).isFalse();
            assertThat(sample.getError()).isNotBlank();
            assertThat(sample.getValues()).isEmpty();
        });
    }

    private void answer(HttpExchange exchange) throws IOException {
        try (exchange) {
            exchange.sendResponseHeaders(200, announcedBytes > 0 ? announcedBytes : page.length);
            exchange.getResponseBody().write(page);
        }
    }
}
