package io.tidemark.exporter;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.sun.net.httpserver.HttpExchange;
import com.sun.net.httpserver.HttpServer;
import io.prometheus.metrics.expositionformats.ExpositionFormatWriter;
import io.prometheus.metrics.expositionformats.ExpositionFormats;
import io.tidemark.exporter.histogram.NativeBuckets;
import io.tidemark.exporter.results.ExposedRun;
import io.tidemark.exporter.results.ResultMetric;
import io.tidemark.fixtures.RepositoryFiles;
import io.tidemark.fixtures.process.Await;
import io.tidemark.prometheus.PrometheusServer;
import io.tidemark.prometheus.PrometheusTool;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What a real Prometheus makes of the results, with native histograms and without. */
@Tag("integration")
final class PrometheusScrapeTest {
    private static final Duration PATIENCE = Duration.ofMinutes(2);
    private static final Pattern QUERIES = Pattern.compile("(?s)## Queries\n\n```text\n(.*?)```");
    private static final String TTFT = "tidemark_ttft_seconds";
    private static final double NANOS_PER_SECOND = 1e9;

    /** How far a bucket of schema 8 reaches above the middle of its slot, percent. */
    private static final Percentage OF_THE_SKETCH = Percentage.withPercentage(0.21);

    private final ExposedRun run = new ExposedRun(Instant.now(), 7);
    private final ExpositionFormats formats = ExpositionFormats.init();

    @TempDir
    private Path folder;

    private HttpServer page;

    @BeforeEach
    void serve() throws IOException {
        page = HttpServer.create(new InetSocketAddress(InetAddress.getLoopbackAddress(), 0), 0);
        page.createContext("/metrics", this::answer);
        page.start();
    }

    @AfterEach
    void stop() {
        page.stop(0);
    }

    @Test
    void nativeBucketsAreTheSketchsSlotsOneForOne() {
        try (PrometheusServer prometheus = scraping(PrometheusServer.NATIVE_HISTOGRAMS)) {
            JsonNode histogram = awaitOne(prometheus, TTFT).path("histogram").path(1);
            assertThat(histogram.path("count").asLong()).isEqualTo(ExposedRun.REQUESTS);
            assertThat(histogram.path("sum").asDouble()).isCloseTo(run.sketch().sum() / NANOS_PER_SECOND, within(1e-6));
            List<Long> counts = new ArrayList<>();
            List<Double> upperBounds = new ArrayList<>();
            run.sketch().forEachSlot((slot, count) -> {
                counts.add(count);
                upperBounds.add(Math.pow(2, NativeBuckets.index(slot) / 256.0));
            });
            List<JsonNode> buckets = new ArrayList<>();
            histogram.path("buckets").forEach(buckets::add);
            assertThat(buckets).extracting(bucket -> bucket.path(3).asLong()).isEqualTo(counts);
            for (int i = 0; i < buckets.size(); i++) {
                assertThat(buckets.get(i).path(2).asDouble()).isCloseTo(upperBounds.get(i), within(1e-12));
            }
        }
    }

    @Test
    void quantilesOfNativeHistogramsAreTheSketchs() {
        long[] sorted = run.sortedTtftNanos();
        try (PrometheusServer prometheus = scraping(PrometheusServer.NATIVE_HISTOGRAMS)) {
            awaitOne(prometheus, TTFT);
            for (double q : new double[] {0.01, 0.25, 0.5, 0.9, 0.95, 0.99, 0.999}) {
                double read = value(prometheus, "histogram_quantile(" + q + ", " + TTFT + ")");
                double exact = sorted[(int) Math.ceil(q * sorted.length) - 1] / NANOS_PER_SECOND;
                assertThat(read)
                        .as("quantile %s against the sketch", q)
                        .isCloseTo(run.sketch().quantile(q) / NANOS_PER_SECOND, OF_THE_SKETCH);
                assertThat(read)
                        .as("quantile %s against the values", q)
                        .isCloseTo(exact, Percentage.withPercentage(100 * NativeBuckets.MAX_RELATIVE_ERROR));
            }
        }
    }

    @Test
    void classicBucketsAreExactAtTheObjectivesLimit() {
        long atMost = Arrays.stream(run.sortedTtftNanos())
                .filter(nanos -> nanos <= ExposedRun.LIMIT_NANOS)
                .count();
        assertThat(atMost)
                .as("the sketch alone does not know")
                .isNotEqualTo(run.sketch().countAtMost(ExposedRun.LIMIT_NANOS));
        try (PrometheusServer prometheus = scraping(PrometheusServer.EXEMPLARS)) {
            JsonNode bucket = awaitOne(prometheus, TTFT + "_bucket{le='0.06'}");
            assertThat(bucket.path("value").path(1).asLong()).isEqualTo(atMost);
            assertThat(value(prometheus, TTFT + "_count")).isEqualTo(ExposedRun.REQUESTS);
            double share = (double) atMost / ExposedRun.REQUESTS;
            assertThat(value(prometheus, "histogram_quantile(" + share + ", " + TTFT + "_bucket)"))
                    .as("the quantile that the limit is")
                    .isCloseTo(0.06, within(1e-9));
        }
    }

    @Test
    void exemplarsNameRunAndRequest() {
        for (String[] flags :
                new String[][] {{PrometheusServer.EXEMPLARS}, {PrometheusServer.EXEMPLARS + ",native-histograms"}}) {
            try (PrometheusServer prometheus = scraping(flags)) {
                String series = flags[0].contains("native") ? TTFT : TTFT + "_bucket";
                awaitOne(prometheus, series + (flags[0].contains("native") ? "" : "{le='0.06'}"));
                Await.until(() -> !prometheus.exemplars(series).isEmpty(), PATIENCE, prometheus::log);
                JsonNode exemplar =
                        prometheus.exemplars(series).path(0).path("exemplars").path(0);
                assertThat(exemplar.path("labels").path("request").asText()).startsWith("a-");
                assertThat(exemplar.path("labels").path("run").asText()).hasSize(26);
            }
        }
    }

    @Test
    void promtoolFindsNothingToSayOfTheText() {
        assumeTrue(
                PrometheusTool.obstacle().isEmpty(),
                () -> PrometheusTool.obstacle().orElseThrow());
        String text = text(formats.getPrometheusTextFormatWriter());
        for (ResultMetric metric : ResultMetric.values()) {
            assertThat(text).as("a point of each metric").contains("# HELP " + metric.exposedName() + " ");
        }
        PrometheusTool.Ended checked = PrometheusTool.checkMetrics(text);
        assertThat(checked.output()).isEmpty();
        assertThat(checked.exitCode()).isZero();
    }

    @Test
    void everyDocumentedQueryIsUnderstood() {
        Matcher block = QUERIES.matcher(RepositoryFiles.read("docs/operate/prometheus.md"));
        assertThat(block.find()).isTrue();
        List<String> queries = block.group(1)
                .lines()
                .filter(line -> !line.isBlank() && !line.startsWith("#"))
                .toList();
        assertThat(queries).hasSizeGreaterThan(5);
        try (PrometheusServer prometheus = scraping()) {
            awaitOne(prometheus, TTFT + "_count");
            assertThat(queries)
                    .as("asked without an error")
                    .allSatisfy(query ->
                            assertThat(prometheus.query(query).isArray()).isTrue());
        }
    }

    private PrometheusServer scraping(String... flags) {
        assumeTrue(
                PrometheusServer.obstacle().isEmpty(),
                () -> PrometheusServer.obstacle().orElseThrow());
        return PrometheusServer.scraping(
                folder,
                page.getAddress().getHostString() + ":" + page.getAddress().getPort(),
                flags);
    }

    private static JsonNode awaitOne(PrometheusServer prometheus, String expression) {
        Await.until(() -> prometheus.query(expression).size() == 1, PATIENCE, prometheus::log);
        return prometheus.query(expression).path(0);
    }

    private static double value(PrometheusServer prometheus, String expression) {
        return awaitOne(prometheus, expression).path("value").path(1).asDouble();
    }

    private String text(ExpositionFormatWriter writer) {
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        try {
            writer.write(out, run.snapshots());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return out.toString(StandardCharsets.UTF_8);
    }

    private void answer(HttpExchange exchange) throws IOException {
        ExpositionFormatWriter writer =
                formats.findWriter(exchange.getRequestHeaders().getFirst("Accept"));
        ByteArrayOutputStream out = new ByteArrayOutputStream();
        writer.write(out, run.snapshots());
        exchange.getResponseHeaders().set("Content-Type", writer.getContentType());
        exchange.sendResponseHeaders(200, out.size());
        exchange.getResponseBody().write(out.toByteArray());
        exchange.close();
    }
}
