package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.fixtures.TestResources;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicLong;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class ScrapingTest {
    private static final Clocks CLOCKS = new Clocks(NanoClock.SYSTEM, InstantSource.system());
    private static final Plan PLAN = PlanLoader.parse("""
                    experiment: pages
                    workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
                    steps: [{rate: 20, requests: 1}]
                    targets: [{name: gpu-1, url: "http://127.0.0.1:8000"}]
                    """, "plan.yaml", Path.of("."));
    private static final String MODELS = "{\"object\":\"list\",\"data\":[{\"id\":\"llama\"},{\"id\":\"lora-a\"}]}";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    private List<ServerSample> scrape(RawServer server, Duration timeout) throws InterruptedException {
        MetricsScraper.Source source = new MetricsScraper.Source("gpu-1", URI.create(server.url() + "/metrics"));
        return new MetricsScraper(http, CLOCKS, source, timeout).scrape();
    }

    private static byte[] json(int status, String body) {
        return Sse.bytes("HTTP/1.1 " + status + " X\r\nContent-Type: application/json\r\nContent-Length: "
                + body.length() + "\r\n\r\n" + body);
    }

    private static RawServer vllm() throws IOException {
        return new RawServer((request, out) -> {
            out.write(
                    switch (request.path()) {
                        case "/v1/models" -> json(200, MODELS);
                        case "/version" -> json(200, "{\"version\":\"0.14.1\"}");
                        default -> json(404, "{}");
                    });
            out.flush();
            return true;
        });
    }

    private TargetProbe.ProbeResult probe(RawServer server, String model) throws InterruptedException {
        return new TargetProbe(http, Map.of()).probe(TargetPlan.at(server.url(), model));
    }

    @Test
    void aScrapeIsASample() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(TestResources.bytes("metrics/llamacpp-metrics.http"));
            out.flush();
            return true;
        })) {
            List<ServerSample> samples = scrape(server, Duration.ofMinutes(2));

            assertThat(samples).singleElement().satisfies(sample -> {
                assertThat(sample.getUp()).isTrue();
                assertThat(sample.getRole()).isEqualTo(ServerRole.ENGINE);
                assertThat(sample.getTarget()).isEqualTo("gpu-1");
                assertThat(sample.getInstance())
                        .isEqualTo("127.0.0.1:" + server.url().getPort());
                assertThat(sample.getValues()).containsEntry(Signal.PROMPT_TOKENS.id(), 2034.0);
                assertThat(sample.getScrapeEnd()).isAfterOrEqualTo(sample.getScrapeStart());
            });
        }
    }

    @Test
    void aFailedScrapeIsDownAndHoldsNoZeros() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(json(501, "{}"));
            out.flush();
            return true;
        })) {
            assertThat(scrape(server, Duration.ofMinutes(2))).singleElement().satisfies(sample -> {
                assertThat(sample.getUp()).isFalse();
                assertThat(sample.getError()).isEqualTo("HTTP 501");
                assertThat(sample.getValues()).isEmpty();
            });
        }
    }

    private static RawServer answering(byte[] answer) throws IOException {
        return new RawServer((request, out) -> {
            out.write(answer);
            out.flush();
            return true;
        });
    }

    private static byte[] page(String type, String body) {
        return Sse.bytes("HTTP/1.1 200 OK\r\nContent-Type: " + type + "\r\nContent-Length: " + body.length()
                + "\r\n\r\n" + body);
    }

    private String error(byte[] answer) throws Exception {
        try (RawServer server = answering(answer)) {
            return scrape(server, Duration.ofMinutes(2)).get(0).getError();
        }
    }

    @Test
    void aPageThatIsRefusedSaysWhy() throws Exception {
        assertThat(error(json(400, "{\"error\":{\"message\":\"model parameter is required in router mode\"}}")))
                .isEqualTo("HTTP 400, model parameter is required in router mode");
        assertThat(error(Sse.bytes(
                        "HTTP/1.1 302 Found\r\nLocation: https://login.test/sso?token=s\r\nContent-Length: 0\r\n\r\n")))
                .isEqualTo("HTTP 302, redirected to https://login.test/sso");
    }

    @Test
    void whatIsNoPageOfMetricsIsNamed() throws Exception {
        assertThat(error(page("text/html", "<html>\nsign in 1\n</html>")))
                .isEqualTo("the page is HTML, such as a login page, and not in Prometheus' text format");
        assertThat(error(page("application/json", "{\"iterLatencyMS\": 3}")))
                .isEqualTo("the page is JSON and not in Prometheus' text format");
    }

    @Test
    void aPageThatIsPackedWithGzipIsRead() throws Exception {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (OutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(Sse.bytes("vllm:num_requests_running 3\n"));
        }
        ByteArrayOutputStream answer = new ByteArrayOutputStream();
        answer.write(Sse.bytes(
                "HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: " + packed.size() + "\r\n\r\n"));
        answer.write(packed.toByteArray());
        try (RawServer server = answering(answer.toByteArray())) {
            assertThat(scrape(server, Duration.ofMinutes(2)).get(0).getValues())
                    .containsEntry(Signal.RUNNING.id(), 3.0);
        }
    }

    private List<String> remarks(RawServer server, String page) throws Exception {
        TargetPlan target = new TargetPlan("gpu-1", server.url(), "m", List.of(URI.create(server.url() + page)));
        TargetPages pages = new TargetPages(http, Map.of("authorization", "Bearer k"), CLOCKS);
        return pages.remarks(PLAN, List.of(target));
    }

    @Test
    void aPageWithoutSignalsIsARemarkWithTheLineThatChangesIt() throws Exception {
        try (RawServer server = answering(json(400, "{\"error\":{\"message\":\"model parameter is required\"}}"))) {
            assertThat(remarks(server, "/metrics"))
                    .containsExactly("no server signals of target gpu-1 from " + server.url()
                            + "/metrics: HTTP 400, model parameter is required; set targets[0].scrape to [\""
                            + server.url() + "/metrics?model=m\"]");
        }
        try (RawServer server = answering(page("text/plain", "my_vllm_waiting 1\n"))) {
            assertThat(remarks(server, "/metrics"))
                    .containsExactly(
                            "no server signals of target gpu-1 from " + server.url()
                                    + "/metrics: 1 of its 1 series look like those of vLLM (my_vllm_waiting), but none has a name"
                                    + " that is known; set targets[0].scrape to the URL of the metrics page, or to [] if there is none");
        }
    }

    @Test
    void aPageWithoutWhatRunsOrWaitsNamesTheSeriesThatMayBeIt() throws Exception {
        String page = """
                dynamo_frontend_output_tokens_total 7
                dynamo_frontend_queued_requests 1
                dynamo_frontend_busy_active_requests 3
                dynamo_frontend_active_requests_total 9
                http_active_requests 2
                """;
        try (RawServer server = answering(page("text/plain", page))) {
            assertThat(remarks(server, "/metrics"))
                    .containsExactly("no engine.requests.running of target gpu-1 from " + server.url()
                            + "/metrics by a name that is known, but dynamo_frontend_busy_active_requests may be it");
        }
        // A known name whose value is missing is there.
        String known = """
                vllm:num_requests_running 1
                vllm:num_requests_waiting NaN
                vllm:num_requests_waiting_by_reason 2
                """;
        try (RawServer server = answering(page("text/plain", known))) {
            assertThat(remarks(server, "/metrics")).isEmpty();
        }
    }

    @Test
    void aPageOfTheTargetIsAskedWithItsHeadersAndOneOfAnotherPortIsNot() throws Exception {
        byte[] metrics = page("text/plain", "vllm:num_requests_running 1\n");
        try (RawServer server = answering(metrics);
                RawServer exporter = answering(metrics)) {
            TargetPlan target = new TargetPlan(
                    "gpu-1",
                    server.url(),
                    "m",
                    List.of(URI.create(server.url() + "/metrics"), URI.create(exporter.url() + "/metrics")));

            assertThat(new TargetPages(http, Map.of("authorization", "Bearer k"), CLOCKS)
                            .remarks(PLAN, List.of(target)))
                    .isEmpty();
            assertThat(server.requests().get(0).head()).contains("Bearer k");
            assertThat(exporter.requests().get(0).head()).doesNotContain("Bearer k");
        }
    }

    @Test
    void theEnginesOfAScrapeHaveOneEnd() throws Exception {
        AtomicLong second = new AtomicLong();
        Clocks ticking = new Clocks(NanoClock.SYSTEM, () -> Instant.ofEpochSecond(second.incrementAndGet()));
        MetricsPage page = () -> """
                vllm:num_requests_running{engine="0"} 1
                vllm:num_requests_running{engine="1"} 2
                """;

        List<ServerSample> samples = new MetricsScraper(
                        page, ticking, new MetricsScraper.Source("gpu-1", URI.create("http://h:1/metrics")))
                .scrape();

        assertThat(samples).extracting(ServerSample::getEngine).containsExactly("0", "1");
        assertThat(samples.get(0).getScrapeEnd()).isEqualTo(samples.get(1).getScrapeEnd());
    }

    @Test
    void twoPagesOfOnePortAreTwoInstances() {
        assertThat(new MetricsScraper.Source("t", URI.create("http://h:1/metrics?model=a")).instance())
                .isEqualTo("h:1/metrics?model=a");
        assertThat(new MetricsScraper.Source("t", URI.create("http://h:1/metrics")).instance())
                .isEqualTo("h:1");
    }

    @Test
    void aScrapeThatTakesTooLongIsDown() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, out) -> {
            over.await();
            return false;
        })) {
            assertThat(scrape(server, Duration.ofMillis(200)))
                    .singleElement()
                    .satisfies(sample -> assertThat(sample.getUp()).isFalse());
            over.countDown();
        }
    }

    @Test
    void aPageThatStallsInItsMiddleIsDownAndHoldsNobodyUp() throws Exception {
        CountDownLatch over = new CountDownLatch(1);
        try (RawServer server = new RawServer((request, out) -> {
            out.write(Sse.bytes("HTTP/1.1 200 OK\r\nContent-Length: 1000\r\n\r\nvllm:num_requests_running 1\n"));
            out.flush();
            over.await();
            return false;
        })) {
            assertThat(scrape(server, Duration.ofMillis(300)))
                    .singleElement()
                    .satisfies(sample -> assertThat(sample.getUp()).isFalse())
                    .satisfies(sample -> assertThat(sample.getError()).contains("no whole answer within 0.3 s"));
        } finally {
            over.countDown();
        }
    }

    @Test
    void aPageWithoutAnEndIsNotReadForEver() throws Exception {
        byte[] megabyte = new byte[1 << 20];
        try (RawServer server = new RawServer((request, out) -> {
            out.write(Sse.bytes("HTTP/1.1 200 OK\r\nContent-Length: 1000000000\r\n\r\n"));
            for (int megabytes = 0; megabytes < 1000; megabytes++) {
                out.write(megabyte);
            }
            return false;
        })) {
            assertThat(scrape(server, Duration.ofMinutes(2)))
                    .singleElement()
                    .satisfies(sample -> assertThat(sample.getUp()).isFalse())
                    .satisfies(sample -> assertThat(sample.getError()).contains("larger than 5242880 bytes"));
        }
    }

    @Test
    void theProbeTellsVersionAndModels() throws Exception {
        try (RawServer server = vllm()) {
            TargetProbe.ProbeResult probed = probe(server, "llama");

            assertThat(probed.version()).hasValue("0.14.1");
            assertThat(probed.served()).containsExactly("llama", "lora-a");
            assertThat(probed.target().model()).isEqualTo("llama");
        }
    }

    @Test
    void aModelThatIsNotListedIsDoubtedWithTheListedOnes() throws Exception {
        try (RawServer server = vllm()) {
            TargetProbe.ProbeResult probed = probe(server, "gpt");

            assertThat(probed.target().model()).isEqualTo("gpt");
            assertThat(probed.doubt())
                    .contains(new TargetProbe.Doubt(
                            "target " + server.url() + " does not say that it serves model \"gpt\": GET " + server.url()
                                    + "/v1/models names llama, lora-a",
                            false));
            assertThatThrownBy(() -> probe(server, ""))
                    .hasMessageEndingWith("llama, lora-a: say which one (--model NAME, one run for each)");
        }
    }

    @Test
    void aServerThatIsNotThereIsNamed() throws Exception {
        URI gone = URI.create("http://127.0.0.1:1"); // nothing listens on tcpmux, and no test can be given its port
        TargetProbe probe = new TargetProbe(http, Map.of());

        assertThatThrownBy(() -> probe.probe(TargetPlan.at(gone, "m")))
                .isInstanceOf(TargetException.class)
                .hasMessageContaining(gone.toString())
                .hasMessageContaining("Is it up?");
    }

    @Test
    void aRefusedKeyIsNotPrinted() throws Exception {
        try (RawServer server = new RawServer((request, out) -> {
            out.write(json(401, "{\"error\":\"Unauthorized\"}"));
            out.flush();
            return true;
        })) {
            TargetProbe probe = new TargetProbe(http, Map.of("authorization", "Bearer sk-secret"));

            assertThatThrownBy(() -> probe.probe(TargetPlan.at(server.url(), "m")))
                    .hasMessage("target " + server.url() + " refused the API key (HTTP 401)");
            assertThat(server.requests().get(0).head()).contains("Bearer sk-secret");
        }
    }
}
