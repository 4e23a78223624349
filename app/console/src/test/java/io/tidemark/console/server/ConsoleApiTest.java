package io.tidemark.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchema;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import com.networknt.schema.ValidationMessage;
import io.tidemark.console.StoredRun;
import io.tidemark.console.StoredSoak;
import io.tidemark.console.StoredTune;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.io.InputStream;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The API over a store with three runs of two teams: each response against the OpenAPI document. */
@Tag("integration")
class ConsoleApiTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final String RUN = Events.RUN;
    private static final String SECOND = "01JD8Z6K3M5TQX9V2R7C0WHB4P";
    private static final String OTHERS = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final String PATH = "/teams/perf/runs/" + RUN;
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private static Path folder = Path.of("");

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static ConsoleServer console;

    @SuppressWarnings("NullAway.Init") // Made before all tests.
    private static JsonNode document;

    private static final HttpClient HTTP = HttpClient.newHttpClient();

    @BeforeAll
    static void start() throws Exception {
        Path file = folder.resolve("store.db");
        StoredRun.write(file, PERF, RUN, START);
        StoredRun.write(file, PERF, SECOND, "tuned", START.plusSeconds(100));
        StoredRun.write(file, new Team("other"), OTHERS, START.plusSeconds(200));
        StoredTune.write(file, PERF, START.minus(Duration.ofDays(9)));
        StoredSoak.write(file, PERF, START.minus(Duration.ofDays(8)), 60);
        console = ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), WebSecurity.LOCAL),
                new ConsoleServer.Shown(StoreAddress.of(file), List.of(PERF), Optional.empty()),
                () -> START.plusSeconds(300),
                routes -> {});
        try (InputStream in = ConsoleServer.class.getResourceAsStream("/io/tidemark/console/openapi.yaml")) {
            document = new YAMLMapper().readTree(in);
        }
    }

    @AfterAll
    static void stop() {
        console.close();
    }

    @Test
    void everyPathOfTheDocumentAnswersAsItSays() throws Exception {
        check("/session", "/session");
        check("/now", "/now");
        check("/teams", "/teams");
        check("/runs", "/runs");
        check("/teams/{team}/runs/{run}", PATH);
        check("/teams/{team}/runs/{run}/breaches", PATH + "/breaches");
        check("/teams/{team}/runs/{run}/requests", PATH + "/requests?objective=" + encoded(StoredRun.OBJECTIVE));
        check("/teams/{team}/runs/{run}/windows", PATH + "/windows?metric=ttft");
        check("/teams/{team}/runs/{run}/report", PATH + "/report");
        check("/teams/{team}/experiments/{experiment}/report", "/teams/perf/experiments/h200/report");
        check(
                "/teams/{team}/experiments/{experiment}/history",
                "/teams/perf/experiments/h200/history?metric=ttft&quantile=0.95");
        check("/teams/{team}/comparison", "/teams/perf/comparison?side=baseline&side=tuned&experiment=h200");
        check("/teams/{team}/runs/{run}/soak", "/teams/perf/runs/" + StoredSoak.RUN + "/soak?metric=ttft");
        check("/teams/{team}/tunes/{tune}", "/teams/perf/tunes/" + StoredTune.ID);
        check("/teams/{team}/tunes/{tune}/report", "/teams/perf/tunes/" + StoredTune.ID + "/report");
        check("/experiments", "/experiments");
        check("/tunes", "/tunes");
        check("/alerts", "/alerts");
        check("/teams/{team}/baselines", "/teams/perf/baselines");
        check("/teams/{team}/annotations", "/teams/perf/annotations?from=2026-11-26T10:00:00Z");
        check("/pipeline", "/pipeline");
    }

    @Test
    void everyPathIsTriedOrStreamed() {
        // Events are ViewersTest's, changes ConsoleChangesTest's.
        Set<String> paths = Set.of(
                "/session",
                "/now",
                "/teams",
                "/runs",
                "/teams/{team}/runs/{run}",
                "/teams/{team}/runs/{run}/breaches",
                "/teams/{team}/runs/{run}/requests",
                "/teams/{team}/runs/{run}/windows",
                "/teams/{team}/runs/{run}/report",
                "/teams/{team}/experiments/{experiment}/report",
                "/teams/{team}/experiments/{experiment}/history",
                "/teams/{team}/comparison",
                "/teams/{team}/runs/{run}/soak",
                "/teams/{team}/tunes/{tune}",
                "/teams/{team}/tunes/{tune}/report",
                "/experiments",
                "/tunes",
                "/alerts",
                "/teams/{team}/mutes",
                "/teams/{team}/mutes/{mute}",
                "/teams/{team}/baselines",
                "/teams/{team}/baselines/{baseline}",
                "/teams/{team}/annotations",
                "/teams/{team}/annotations/{annotation}",
                "/teams/{team}/runs/{run}/objectives",
                "/teams/{team}/runs/{run}/stop",
                "/pipeline",
                "/events");
        Set<String> documented = document.path("paths").properties().stream()
                .map(Map.Entry::getKey)
                .collect(Collectors.toSet());

        assertThat(documented).isEqualTo(paths);
    }

    /** A comma that is not quoted ends a description, and what follows it is a key without a value. */
    @Test
    void theDocumentHasNoKeyWithoutAValue() {
        assertThat(keysWithoutValue(document)).isEmpty();
    }

    private static List<String> keysWithoutValue(JsonNode node) {
        List<String> keys = new ArrayList<>();
        node.properties().stream()
                .filter(member -> member.getValue().isNull())
                .forEach(member -> keys.add(member.getKey()));
        node.forEach(child -> keys.addAll(keysWithoutValue(child)));
        return keys;
    }

    @Test
    void runsArePagedNewestFirst() throws Exception {
        List<String> paged = new ArrayList<>();
        String cursor = "";
        for (int page = 0; page < 4; page++) {
            JsonNode runs = body(get("/runs?limit=2" + cursor));
            runs.path("runs").forEach(run -> paged.add(run.path("run").asText()));
            cursor = "&cursor=" + runs.path("next").asText();
        }

        // By the times in their ids; the soak began before the others.
        assertThat(paged)
                .hasSize(8)
                .doesNotHaveDuplicates()
                .startsWith(StoredSoak.RUN)
                .endsWith(OTHERS, SECOND, RUN);
        assertThat(body(get("/runs?text=" + SECOND.toLowerCase(Locale.ROOT))).path("runs"))
                .singleElement()
                .satisfies(run -> {
                    assertThat(run.path("run").asText()).isEqualTo(SECOND);
                    assertThat(run.has("verdict")).isTrue();
                    assertThat(run.path("heldLoad").asText()).isEqualTo("at least 2 req/s");
                    assertThat(run.path("labels").path("gpu").asText()).isEqualTo("h200");
                });
        JsonNode all = body(get("/runs?limit=50"));
        assertThat(all.path("runs")).extracting(run -> run.path("run").asText()).isEqualTo(paged);
        assertThat(all.path("next").isNull()).isTrue();
    }

    @Test
    void stepsCountFromOneWhereverOneIsNamed() throws Exception {
        assertThat(body(get(PATH)).at("/steps/0/step").asInt()).isEqualTo(1);
        assertThat(body(get(PATH + "/breaches")).at("/breaches/0/step").asInt()).isEqualTo(1);
        assertThat(body(get(PATH + "/windows?metric=ttft"))
                        .at("/windows/0/step")
                        .asInt())
                .isEqualTo(1);
        assertThat(body(get(PATH + "/requests?objective=" + encoded(StoredRun.OBJECTIVE)))
                        .at("/requests/0/step")
                        .asInt())
                .isEqualTo(1);
        assertThat(body(get("/teams/perf/runs/" + StoredSoak.RUN + "/soak?metric=ttft"))
                        .at("/soak/step")
                        .asInt())
                .isEqualTo(1);
    }

    @Test
    void windowsAreThinnedAndTheSpikeIsThere() throws Exception {
        JsonNode windows = body(get(PATH + "/windows?metric=ttft&points=10"));

        assertThat(windows.path("total").asInt()).isEqualTo(StoredRun.WINDOWS);
        assertThat(windows.path("windows").size()).isLessThanOrEqualTo(10);
        assertThat(windows.path("windows"))
                .extracting(window -> window.path("p99Nanos").asLong())
                .contains(900_000_000L);
        assertThat(windows.path("windows")
                        .get(0)
                        .path("signals")
                        .path("engine.requests.waiting")
                        .asDouble())
                .isEqualTo(3.0);
    }

    @Test
    void windowsOfATimeOnly() throws Exception {
        JsonNode windows =
                body(get(PATH + "/windows?metric=ttft&from=2026-11-26T10:00:10Z&until=2026-11-26T10:00:19Z"));

        assertThat(windows.path("total").asInt()).isEqualTo(10);
    }

    @Test
    void windowsAsCsv() throws Exception {
        HttpResponse<String> csv = HTTP.send(
                request(PATH + "/windows?metric=ttft&points=1000")
                        .header("Accept", "text/csv")
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(csv.headers().firstValue("Content-Type").orElse("")).startsWith("text/csv");
        assertThat(csv.body().lines().skip(1))
                .allSatisfy(line -> assertThat(line.split(",", -1)[1])
                        .as("steps count from 1")
                        .isEqualTo("1"));
        assertThat(csv.body().lines())
                .hasSize(StoredRun.WINDOWS + 1)
                .startsWith("end,step,target,finality,count,p50Nanos,p90Nanos,p95Nanos,p99Nanos,maxNanos,ended,failed,"
                        + "outputTokens,inFlight");
    }

    @Test
    void requestsThatBrokeAnObjectiveTheWorstFirst() throws Exception {
        JsonNode requests = body(get(PATH + "/requests?limit=2&objective=" + encoded(StoredRun.OBJECTIVE)));

        assertThat(requests.path("total").asInt()).isEqualTo(3);
        assertThat(requests.path("requests"))
                .extracting(request -> request.path("valueNanos").asLong() / 1_000_000)
                .containsExactly(302L, 301L);
    }

    @Test
    void aHistoryOfATimeHasTheRunsThatStartedInIt() throws Exception {
        String history = "/teams/perf/experiments/h200/history?metric=ttft";

        assertThat(body(get(history)).path("points"))
                .extracting(point -> point.path("run").asText())
                .containsExactly(RUN, SECOND);
        assertThat(body(get(history + "&from=2026-11-26T10:00:01Z")).path("points"))
                .extracting(point -> point.path("run").asText())
                .containsExactly(SECOND);
        assertThat(body(get(history + "&until=2026-11-26T10:00:00Z")).path("points"))
                .extracting(point -> point.path("run").asText())
                .containsExactly(RUN);
        assertThat(body(get(history + "&from=2026-11-27T00:00:00Z")).path("points"))
                .isEmpty();
        problem(get(history + "&from=yesterday"), 400, "from must be a time");
        assertThat(body(get("/runs?experiment=h200&from=2026-11-26T10:00:01Z")).path("runs"))
                .extracting(run -> run.path("run").asText())
                .contains(SECOND)
                .doesNotContain(RUN);
    }

    @Test
    void whatDiffersFromThePhaseBefore() throws Exception {
        JsonNode configuration = body(get("/teams/perf/runs/" + SECOND)).path("configuration");

        assertThat(configuration.path("comparedWith").path("phase").asText()).isEqualTo("baseline");
        assertThat(configuration.path("changes").toString())
                .isEqualTo("[{\"name\":\"max_num_seqs\",\"before\":\"64\",\"now\":\"128\"}]");
    }

    @Test
    void whatDidNotChangeIsNotSentAgain() throws Exception {
        HttpResponse<String> first = get(PATH);
        String tag = first.headers().firstValue("ETag").orElseThrow();

        HttpResponse<String> again =
                HTTP.send(request(PATH).header("If-None-Match", tag).build(), HttpResponse.BodyHandlers.ofString());

        assertThat(again.statusCode()).isEqualTo(304);
        assertThat(again.body()).isEmpty();
    }

    @Test
    void refusalsNameTheThingItsValueAndTheRule() throws Exception {
        problem(get("/runs?limit=0"), 400, "limit must be from 1 to 200 but was 0");
        problem(get("/runs?limit=many"), 400, "limit must be a whole number but was \"many\"");
        problem(get("/runs?cursor=%3Cscript%3E"), 400, "cursor must be one that a response named as next");
        problem(get(PATH + "/windows?metric=speed"), 400, "metric \"speed\"");
        problem(get(PATH + "/windows"), 400, "metric must be given");
        problem(get(PATH + "/windows?metric=ttft&seconds=7"), 400, "seconds must be 10, 60 or 300 but was 7");
        problem(get(PATH + "/windows?metric=ttft&from=today"), 400, "from must be a time");
        problem(get("/teams/perf/runs/nothing"), 404, "the store has no run nothing of team perf");
        problem(get("/teams/No%20Team/runs/" + RUN), 404, "there is no team \"No Team\"");
        problem(get(PATH + "/requests?objective=none"), 404, "has no objective \"none\"");
        problem(get("/teams/perf/comparison?side=baseline"), 400, "side must be given 2 to 8 times but was given 1");
        problem(get("/teams/perf/comparison?side=baseline&side=missing"), 422, "missing");
        problem(get("/teams/perf/experiments/none/history?metric=ttft"), 404, "no experiment \"none\"");
        problem(get("/teams/perf/annotations?from=today"), 400, "from must be a time");
        problem(get("/nothing"), 404, "there is no /api/v1/nothing");
    }

    @Test
    void aReportIsAFileToKeep() throws Exception {
        HttpResponse<String> report = get(PATH + "/report.html");

        assertThat(report.headers().firstValue("Content-Disposition").orElse(""))
                .startsWith("attachment; filename=\"Tidemark-report");
        assertThat(report.body()).startsWithIgnoringCase("<!doctype html>");
    }

    @Test
    void everyOtherPathIsThePage() throws Exception {
        HttpResponse<String> page = HTTP.send(
                HttpRequest.newBuilder(URI.create(console.url() + "/teams/perf/runs/%3Cscript%3E"))
                        .build(),
                HttpResponse.BodyHandlers.ofString());

        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'self'")
                .doesNotContain("unsafe-inline");
        assertThat(page.headers().firstValue("Content-Type").orElse("")).startsWith("text/html");
        assertThat(page.body()).doesNotContain("%3Cscript").doesNotContain("/teams/perf");
    }

    private static void check(String path, String asked) throws Exception {
        HttpResponse<String> response = get(asked);
        assertThat(response.statusCode()).as("%s: %s", asked, response.body()).isEqualTo(200);
        JsonNode schema = document.path("paths")
                .path(path)
                .path("get")
                .path("responses")
                .path("200")
                .path("content")
                .path("application/json")
                .path("schema");
        assertThat(schema.isMissingNode()).as(path).isFalse();
        ObjectNode whole = schema.deepCopy();
        whole.set("components", document.path("components"));
        JsonSchema compiled = JsonSchemaFactory.getInstance(VersionFlag.V202012).getSchema(whole);
        Set<ValidationMessage> problems = compiled.validate(body(response));
        assertThat(problems).as(asked).isEmpty();
    }

    private static void problem(HttpResponse<String> response, int status, String detail) throws Exception {
        assertThat(response.statusCode()).as(response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(body(response).path("detail").asText()).contains(detail);
        assertThat(body(response).path("status").asInt()).isEqualTo(status);
    }

    private static HttpResponse<String> get(String path) throws Exception {
        return HTTP.send(request(path).build(), HttpResponse.BodyHandlers.ofString());
    }

    private static HttpRequest.Builder request(String path) {
        return HttpRequest.newBuilder(URI.create(console.url() + "/api/v1" + path));
    }

    private static JsonNode body(HttpResponse<String> response) throws Exception {
        return JSON.readTree(response.body());
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
