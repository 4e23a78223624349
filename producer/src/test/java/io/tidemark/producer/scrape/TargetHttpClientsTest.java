package io.tidemark.producer.scrape;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.events.ServerSample;
import io.tidemark.fixtures.TestResources;
import io.tidemark.fixtures.tls.TestKeys;
import io.tidemark.producer.client.ApiKey;
import io.tidemark.producer.client.Credentials;
import io.tidemark.producer.client.PlanHeaders;
import io.tidemark.producer.client.http.TlsSetupException;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.testing.ForwardProxy;
import io.tidemark.producer.testing.RawServer;
import io.tidemark.producer.testing.Sse;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyStore;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is asked beside the load goes the load's way: trust, identity, proxy, key. */
@Tag("integration")
class TargetHttpClientsTest {
    private static final Clocks CLOCKS = new Clocks(NanoClock.SYSTEM, InstantSource.system());
    private static final String PLAN = """
            experiment: reach
            workload: {kind: synthetic, prompt_tokens: 8, output_tokens: 6}
            steps: [{rate: 1, requests: 1}]
            timeouts: {connect: 2m}
            """;

    @TempDir
    private static Path directory;

    private static KeyStore keys;

    private RawServer server;
    private URI url;

    @BeforeAll
    static void makeKeys() throws Exception {
        keys = TestKeys.selfSigned(directory);
        TestKeys.pem(keys, directory);
        TestKeys.keyPem(keys, directory);
    }

    @BeforeEach
    void serve() throws Exception {
        var socket = TestKeys.demandingSocket(keys);
        url = URI.create("https://127.0.0.1:" + socket.getLocalPort());
        server = new RawServer(socket, (request, out) -> {
            out.write(
                    request.path().equals("/metrics")
                            ? TestResources.bytes("metrics/llamacpp-metrics.http")
                            : json(request.path().equals("/v1/models") ? "{\"data\":[{\"id\":\"m\"}]}" : "{}"));
            out.flush();
            return true;
        });
    }

    @AfterEach
    void close() throws IOException {
        server.close();
    }

    private static byte[] json(String body) {
        return Sse.bytes("HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: "
                + body.getBytes(StandardCharsets.UTF_8).length + "\r\n\r\n" + body);
    }

    private static Plan plan(String connection) {
        return PlanLoader.parse(PLAN + "connection: {" + connection + "}\n", "plan.yaml", directory);
    }

    private TargetProbe.ProbeResult probe(Plan plan, Credentials credentials) throws InterruptedException {
        HttpClient http = TargetHttpClients.of(plan, credentials);
        return new TargetProbe(http, PlanHeaders.of(plan.request(), credentials)).probe(TargetPlan.at(url, ""));
    }

    @Test
    void aServerOfItsOwnAuthorityIsProbedAndScrapedWithTheClientsCertificate() throws Exception {
        Plan plan = plan("ca: cert.pem, cert: cert.pem, key: key.pem");
        MetricsScraper.Source page = new MetricsScraper.Source("gpu-1", url.resolve("/metrics"));

        TargetProbe.ProbeResult probed = probe(plan, Credentials.of(new ApiKey("sk-1")));
        List<ServerSample> samples = new MetricsScraper(
                        TargetHttpClients.of(plan, Credentials.NONE), CLOCKS, page, Duration.ofMinutes(2))
                .scrape();

        assertThat(probed.target().model()).isEqualTo("m");
        assertThat(server.requests().get(0).head()).containsIgnoringCase("authorization: Bearer sk-1");
        assertThat(samples)
                .singleElement()
                .satisfies(sample -> assertThat(sample.getValues()).containsEntry(Signal.PROMPT_TOKENS.id(), 2034.0));
    }

    @Test
    void aServerThatNobodyVouchesForIsNotAskedUnlessThePlanIsInsecure() throws Exception {
        Plan careful = plan("cert: cert.pem, key: key.pem");
        Plan insecure = plan("cert: cert.pem, key: key.pem, insecure: true");

        assertThatThrownBy(() -> probe(careful, Credentials.of(new ApiKey("sk-1"))))
                .isInstanceOf(TargetException.class)
                .hasMessageNotContaining("sk-1");
        assertThat(server.requests()).isEmpty();
        assertThat(probe(insecure, Credentials.NONE).served()).containsExactly("m");
    }

    @Test
    void aProxysTunnelIsToldWhoAsksAndTheTargetIsNot() throws Exception {
        try (ForwardProxy proxy = new ForwardProxy(Optional.of("Basic bWU6aHVzaA=="))) {
            Plan plan = plan(
                    "ca: cert.pem, cert: cert.pem, key: key.pem, proxy: \"http://127.0.0.1:" + proxy.port() + "\"");
            Credentials me = new Credentials(Optional.empty(), Map.of(), Optional.of("me:hush"));

            TargetProbe.ProbeResult probed = probe(plan, me);

            assertThat(probed.served()).containsExactly("m");
            assertThat(proxy.heads()).allMatch(head -> head.startsWith("CONNECT 127.0.0.1:" + url.getPort() + " "));
            assertThat(server.requests()).noneMatch(request -> request.head().contains("bWU6aHVzaA"));
        }
    }

    @Test
    void aFileThatIsNoCertificateIsToldByName() {
        Plan plan = plan("ca: key.pem");

        assertThatThrownBy(() -> TargetHttpClients.of(plan, Credentials.NONE))
                .isInstanceOf(TlsSetupException.class)
                .hasMessageContaining("key.pem");
    }
}
