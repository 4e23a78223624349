package io.tidemark.app.health;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.tidemark.app.process.ResourceScope;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("integration")
class MonitoringServerTest {
    private static final ComponentHealth WELL = ComponentHealth.ready("streams/nightly");
    private static final ComponentHealth AWAY =
            new ComponentHealth("streams/perf", HealthState.DEGRADED, "the registry could not be asked");
    private static final ComponentHealth DEAD = new ComponentHealth("streams/perf", HealthState.FAILED, "a bug");

    private final HttpClient http = HttpClient.newHttpClient();
    private final ResourceScope closer = new ResourceScope();
    private final AtomicReference<Health> health = new AtomicReference<>(new Health(true, List.of(WELL)));
    private String url = "";

    @BeforeEach
    void start() {
        ProcessMonitoring watch = ProcessMonitoring.open(closer, Optional.of(local(0)));
        watch.meters().counter("tidemark.streams.dead.letters", "team", "perf").increment(3);
        url = watch.serve(health::get).orElseThrow();
    }

    @AfterEach
    void stop() {
        closer.close();
    }

    @Test
    void metersAreInPrometheusTextFormat() throws Exception {
        HttpResponse<String> page = get("/metrics");
        assertThat(page.headers().firstValue("content-type"))
                .hasValueSatisfying(type -> assertThat(type).startsWith("text/plain"));
        assertThat(page.body())
                .contains("tidemark_streams_dead_letters_total{team=\"perf\"} 3.0")
                .contains("jvm_memory_used_bytes");
    }

    @Test
    void metricsAreInTheFormatThatIsAskedFor() throws Exception {
        assertThat(metricsType(
                        "application/vnd.google.protobuf;proto=io.prometheus.client.MetricFamily;encoding=delimited"))
                .startsWith("application/vnd.google.protobuf");
        assertThat(metricsType("application/openmetrics-text;version=1.0.0"))
                .startsWith("application/openmetrics-text");
        assertThat(metricsType("*/*")).startsWith("text/plain; version=0.0.4");
    }

    private String metricsType(String accepted) throws Exception {
        return http.send(
                        HttpRequest.newBuilder(URI.create(url + "/metrics"))
                                .header("Accept", accepted)
                                .build(),
                        HttpResponse.BodyHandlers.discarding())
                .headers()
                .firstValue("content-type")
                .orElseThrow();
    }

    @Test
    void readyAndDegradedAreOkAndFailedIsUnavailable() throws Exception {
        assertThat(get("/health").statusCode()).isEqualTo(200);
        assertThat(get("/health").body()).contains("{\"status\":\"ready\"");

        health.set(new Health(true, List.of(WELL, AWAY)));
        assertThat(get("/health").statusCode()).isEqualTo(200);
        assertThat(get("/health").body())
                .contains("{\"status\":\"degraded\"")
                .contains("\"reason\":\"the registry could not be asked\"");

        health.set(new Health(true, List.of(WELL, DEAD)));
        assertThat(get("/health").statusCode()).as("the other team is well").isEqualTo(200);
        assertThat(get("/health?team=perf").statusCode()).isEqualTo(503);
        assertThat(get("/health?team=nightly").statusCode()).isEqualTo(200);

        health.set(new Health(true, List.of(DEAD)));
        assertThat(get("/health").statusCode()).isEqualTo(503);
        assertThat(get("/health/live").statusCode())
                .as("it starts again by itself")
                .isEqualTo(200);

        health.set(new Health(false, List.of(WELL)));
        assertThat(get("/health").statusCode()).isEqualTo(503);
        assertThat(get("/health/live").statusCode()).isEqualTo(503);
    }

    @Test
    void anotherPageIsNotThere() throws Exception {
        assertThat(get("/").statusCode()).isEqualTo(404);
    }

    @Test
    void aPortThatIsTakenIsSaid() {
        int taken = URI.create(url).getPort();
        ProcessMonitoring second = ProcessMonitoring.open(closer, Optional.of(local(taken)));
        assertThatThrownBy(() -> second.serve(health::get))
                .isInstanceOf(OperationException.class)
                .hasMessageContaining("--http: cannot listen on 127.0.0.1:" + taken + ": Address already in use");
    }

    @Test
    void anAddressIsAPortOrAHostAndAPort() {
        assertThat(ListenAddress.parse("9464")).isEqualTo(new ListenAddress("127.0.0.1", 9464));
        assertThat(ListenAddress.parse("0.0.0.0:9464")).isEqualTo(new ListenAddress("0.0.0.0", 9464));
        assertThat(ListenAddress.parse("[::1]:9464")).isEqualTo(new ListenAddress("::1", 9464));
        assertThatThrownBy(() -> ListenAddress.parse("metrics"))
                .hasMessage("must be PORT or HOST:PORT, an IPv6 address in brackets as in [::1]:9464, but was metrics");
    }

    @Test
    void readinessTellsNoReason() throws Exception {
        health.set(new Health(true, List.of(WELL, AWAY)));
        assertThat(get("/health/ready").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").body()).isEqualTo("{\"status\":\"ready\"}\n");
        health.set(new Health(true, List.of(DEAD)));
        assertThat(get("/health/ready").statusCode()).isEqualTo(503);
        assertThat(get("/health/ready").body()).isEqualTo("{\"status\":\"failed\"}\n");
    }

    @Test
    void withTokensAProbeNeedsNoneAndAllElseOneOfTheRightTeam() throws Exception {
        BearerTokens tokens = text -> Optional.ofNullable(Map.of(
                        "all", new Caller("token 1", Optional.empty(), Set.of(Scope.READ)),
                        "perf", new Caller("token 2", Optional.of(new Team("perf")), Set.of(Scope.READ)),
                        "both",
                                new Caller(
                                        "ana",
                                        List.of(
                                                new Caller.Grant(Optional.of(new Team("perf")), Set.of(Scope.READ)),
                                                new Caller.Grant(
                                                        Optional.of(new Team("nightly")), Set.of(Scope.PUBLISH)))),
                        "two",
                                new Caller(
                                        "bob",
                                        List.of(
                                                new Caller.Grant(Optional.of(new Team("perf")), Set.of(Scope.READ)),
                                                new Caller.Grant(
                                                        Optional.of(new Team("nightly")), Set.of(Scope.ADMIN)))),
                        "input", new Caller("token 3", Optional.empty(), Set.of(Scope.PUBLISH)))
                .get(text));
        ProcessMonitoring watch = ProcessMonitoring.open(
                closer,
                Optional.of(new MonitoringAccess(
                        new ListenAddress("127.0.0.1", 0),
                        new WebSecurity(Optional.empty(), Optional.of(tokens), WebLimits.USUAL))));
        health.set(new Health(true, List.of(WELL, AWAY)));
        url = watch.serve(health::get).orElseThrow();

        assertThat(get("/health/live").statusCode()).isEqualTo(200);
        assertThat(get("/health/ready").body()).doesNotContain("registry", "streams");
        assertThat(get("/health").statusCode()).isEqualTo(401);
        assertThat(get("/metrics").statusCode()).isEqualTo(401);
        assertThat(get("/metrics", "all").statusCode()).isEqualTo(200);
        assertThat(get("/health", "all").body()).contains("streams/perf", "streams/nightly");
        assertThat(get("/metrics", "input").statusCode()).as("scope").isEqualTo(403);
        assertThat(get("/metrics", "perf").statusCode()).as("every team").isEqualTo(403);
        assertThat(get("/health", "perf").body()).contains("streams/perf").doesNotContain("nightly");
        assertThat(get("/health?team=nightly", "perf").statusCode()).isEqualTo(403);
        assertThat(get("/health", "both").body()).contains("streams/perf").doesNotContain("nightly");
        assertThat(get("/health?team=nightly", "both").statusCode())
                .as("publish there is not read there")
                .isEqualTo(403);
        assertThat(get("/health", "two").statusCode()).as("which of them").isEqualTo(400);
        assertThat(get("/health", "two").body()).contains("[nightly, perf]", "?team=NAME");
        assertThat(get("/health?team=nightly", "two").body())
                .contains("streams/nightly")
                .doesNotContain("perf");
        assertThat(get("/metrics", "two").statusCode())
                .as("admin of a team is none of all")
                .isEqualTo(403);
    }

    private static MonitoringAccess local(int port) {
        return new MonitoringAccess(new ListenAddress("127.0.0.1", port), WebSecurity.LOCAL);
    }

    private HttpResponse<String> get(String path, String token) throws Exception {
        return http.send(
                HttpRequest.newBuilder(URI.create(url + path))
                        .header("Authorization", "Bearer " + token)
                        .build(),
                HttpResponse.BodyHandlers.ofString());
    }

    private HttpResponse<String> get(String path) throws Exception {
        return http.send(HttpRequest.newBuilder(URI.create(url + path)).build(), HttpResponse.BodyHandlers.ofString());
    }
}
