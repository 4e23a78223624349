package io.tidemark.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import com.networknt.schema.JsonSchemaFactory;
import com.networknt.schema.SpecVersion.VersionFlag;
import io.tidemark.console.StoredRun;
import io.tidemark.console.change.ChangeRecorder;
import io.tidemark.console.change.ChangeRefusedException;
import io.tidemark.console.change.Changes;
import io.tidemark.console.change.InvalidValueException;
import io.tidemark.console.change.ObjectiveControl;
import io.tidemark.console.change.RunStopControl;
import io.tidemark.events.AuditEvent;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.AccessTokens;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenFile;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import java.io.InputStream;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the console changes, for whom, and what it leaves behind: responses against the OpenAPI document, one record per change. */
@Tag("integration")
class ConsoleChangesTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final Team OTHER = new Team("other");
    private static final String OTHERS = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final ObjectMapper JSON = new ObjectMapper();

    private static final String MUTES = "/teams/perf/mutes";
    private static final String BASELINES = "/teams/perf/baselines";
    private static final String ANNOTATIONS = "/teams/perf/annotations";
    private static final String OBJECTIVES = "/teams/perf/runs/" + Events.RUN + "/objectives";
    private static final String STOP = "/teams/perf/runs/" + Events.RUN + "/stop";

    private static final String MUTE = "{\"id\":\"mute0001\",\"labels\":{\"target\":\"gpu-1\"},"
            + "\"until\":\"2026-11-26T12:00:00Z\",\"reason\":\"driver upgrade\"}";
    private static final String BASELINE =
            "{\"name\":\"main\",\"experiment\":\"h200\",\"phase\":\"baseline\",\"reason\":\"release 1.4\"}";
    private static final String ANNOTATION =
            "{\"id\":\"note0001\",\"at\":\"2026-11-26T10:00:30Z\",\"text\":\"new driver\","
                    + "\"target\":\"gpu-1\",\"reason\":\"seen in the log\"}";
    private static final String OBJECTIVE = "{\"objective\":\"ttft p99 < 2s\",\"reason\":\"too strict\"}";
    private static final String REASON = "{\"reason\":\"no longer needed\"}";

    /** Path and body of one request of each kind. */
    private static final Map<String, String> ADDED =
            Map.of(MUTES, MUTE, BASELINES, BASELINE, ANNOTATIONS, ANNOTATION, OBJECTIVES, OBJECTIVE, STOP, REASON);

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AccessToken> tokens = new ArrayList<>();
    private final List<AuditEvent> published = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private AccessTokens opened;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private JsonNode document;

    private String admin = "";
    private String reader = "";
    private String stranger = "";

    /** Has one objective; forbids all changes of the name "forbidden". */
    private final class Objectives implements ObjectiveControl {
        @Override
        public Set<Team> teams() {
            return Set.of(PERF);
        }

        @Override
        public Changed set(RunKey run, Asked asked, ChangeRecorder recorder) {
            if (!asked.objective().startsWith("ttft")) {
                throw new InvalidValueException("objective", asked.objective(), "must be as 'ttft p99 < 2s'");
            }
            return recorded("slo set", asked.name().orElse(asked.objective()), recorder);
        }

        @Override
        public Changed remove(RunKey run, String name, ChangeRecorder recorder) {
            return recorded("slo remove", name, recorder);
        }

        private Changed recorded(String action, String name, ChangeRecorder recorder) {
            if (name.equals("forbidden")) {
                throw new ChangeRefusedException("nothing was changed: not authorized to write topic audit");
            }
            published.add(recorder.event(action, name, Map.of()));
            return new Changed(name, Optional.of(now.get()));
        }
    }

    /** Has one run that lasts. */
    private final class Stops implements RunStopControl {
        @Override
        public Set<Team> teams() {
            return Set.of(PERF);
        }

        @Override
        public Stopped stop(RunKey run, ChangeRecorder recorder) {
            if (!run.run().equals(Events.RUN)) {
                throw new InvalidValueException(
                        "run", run.run(), "must be a run of team perf that has begun and not ended");
            }
            boolean answers = published.isEmpty();
            published.add(recorder.event("runs stop", run.run(), Map.of()));
            return new Stopped(answers ? Optional.of(now.get()) : Optional.empty());
        }
    }

    @BeforeEach
    void start() throws Exception {
        StoredRun.write(store(), PERF, Events.RUN, START);
        StoredRun.write(store(), OTHER, OTHERS, START);
        admin = token(PERF, Scope.ADMIN);
        reader = token(PERF, Scope.READ);
        stranger = token(OTHER, Scope.ADMIN);
        TokenFile file = new TokenFile(folder.resolve("tokens.json"));
        file.change(none -> List.copyOf(tokens));
        opened = AccessTokens.open(file, now::get);
        console = console(
                new WebSecurity(Optional.empty(), Optional.of(opened), WebLimits.USUAL), Optional.of(changes()));
        try (InputStream in = ConsoleServer.class.getResourceAsStream("/io/tidemark/console/openapi.yaml")) {
            document = new YAMLMapper().readTree(in);
        }
    }

    private Changes changes() {
        return new Changes(
                new Changes.Operator("ana", "workstation"), Optional.of(new Objectives()), Optional.of(new Stops()));
    }

    private ConsoleServer console(WebSecurity security, Optional<Changes> changes) throws Exception {
        return ConsoleServer.start(
                new ConsoleServer.Listening(ListenAddress.parse("127.0.0.1:0"), security),
                new ConsoleServer.Shown(StoreAddress.of(store()), List.of(PERF), Optional.empty(), changes),
                now::get,
                routes -> {});
    }

    private Path store() {
        return folder.resolve("store.db");
    }

    private String token(Team team, Scope scope) {
        AccessToken.Made made = AccessToken.make(
                new AccessToken.Grant(
                        Optional.of(team), Set.of(scope), START, START.plus(Duration.ofHours(6)), "of the test"),
                new SecureRandom());
        tokens.add(made.token());
        return made.secret().text();
    }

    @AfterEach
    void stop() {
        console.close();
        opened.close();
    }

    @Test
    void aMuteIsSetOnceAndEnded() throws Exception {
        JsonNode mute = checked("/teams/{team}/mutes", post(MUTES, MUTE, admin), 201);
        assertThat(mute.path("by").asText()).isEqualTo("token " + tokens.get(0).id());
        checked("/teams/{team}/mutes", post(MUTES, MUTE, admin), 200);
        assertThat(post(MUTES, MUTE.replace("gpu-1", "gpu-2"), admin).statusCode())
                .isEqualTo(409);
        assertThat(mutes()).isEqualTo(1);
        assertThat(actions()).containsExactly("alerts mute");

        assertThat(delete(MUTES + "/mute0001", REASON, admin).statusCode()).isEqualTo(204);
        assertThat(delete(MUTES + "/mute0001", REASON, admin).statusCode()).isEqualTo(404);
        assertThat(mutes()).isZero();
        assertThat(actions()).containsExactlyInAnyOrder("alerts mute", "alerts unmute");
    }

    @Test
    void aBaselineIsNamedOfAPhaseOrOfRunsAndRemoved() throws Exception {
        JsonNode ofPhase = checked("/teams/{team}/baselines", post(BASELINES, BASELINE, admin), 201);
        assertThat(ofPhase.path("runs").toString()).isEqualTo("[\"" + Events.RUN + "\"]");
        checked("/teams/{team}/baselines", post(BASELINES, BASELINE, admin), 200);
        String byRuns = "{\"name\":\"other-name\",\"runs\":[\"" + Events.RUN + "\"],\"reason\":\"by id\"}";
        assertThat(checked("/teams/{team}/baselines", post(BASELINES, byRuns, admin), 201)
                        .path("phase")
                        .asText())
                .isEqualTo("baseline");
        JsonNode list = valid("/teams/{team}/baselines", "get", send(request(BASELINES, reader)), 200);
        assertThat(list.path("baselines")).hasSize(2);

        assertThat(delete(BASELINES + "/main", REASON, admin).statusCode()).isEqualTo(204);
        assertThat(actions()).containsExactlyInAnyOrder("baseline set", "baseline set", "baseline remove");
    }

    @Test
    void aTimeIsAnnotatedOnceAndTheMarkIsRemoved() throws Exception {
        checked("/teams/{team}/annotations", post(ANNOTATIONS, ANNOTATION, admin), 201);
        checked("/teams/{team}/annotations", post(ANNOTATIONS, ANNOTATION, admin), 200);
        assertThat(post(ANNOTATIONS, ANNOTATION.replace("new driver", "old driver"), admin)
                        .statusCode())
                .isEqualTo(409);
        JsonNode list = valid(
                "/teams/{team}/annotations",
                "get",
                send(request(ANNOTATIONS + "?from=2026-11-26T10:00:30Z&until=2026-11-26T10:00:30Z", reader)),
                200);
        assertThat(list.path("annotations"))
                .singleElement()
                .satisfies(one -> assertThat(one.path("text").asText()).isEqualTo("new driver"));
        assertThat(send(request(ANNOTATIONS + "?from=2026-11-26T10:00:31Z", reader))
                        .body())
                .isEqualTo("{\"annotations\":[]}");

        assertThat(delete(ANNOTATIONS + "/note0001", REASON, admin).statusCode())
                .isEqualTo(204);
        assertThat(actions()).containsExactlyInAnyOrder("annotation add", "annotation remove");
    }

    @Test
    void whatIsAskedForManyTimesAtOnceIsDoneOnce() throws Exception {
        for (String path : List.of(MUTES, BASELINES, ANNOTATIONS)) {
            HttpRequest asked = json(path, ADDED.getOrDefault(path, ""))
                    .header("Authorization", "Bearer " + admin)
                    .build();
            List<CompletableFuture<HttpResponse<String>>> answers = Stream.generate(
                            () -> http.sendAsync(asked, HttpResponse.BodyHandlers.ofString()))
                    .limit(6)
                    .toList();

            assertThat(answers)
                    .as(path)
                    .extracting(answer -> answer.join().statusCode())
                    .containsOnlyOnce(201)
                    .containsOnly(200, 201);
        }
        assertThat(actions()).containsExactlyInAnyOrder("alerts mute", "baseline set", "annotation add");
    }

    @Test
    void objectivesAreChangedWithTheRecordOfWhoDidIt() throws Exception {
        checked("/teams/{team}/runs/{run}/objectives", post(OBJECTIVES, OBJECTIVE, admin), 201);
        valid(
                "/teams/{team}/runs/{run}/objectives",
                "delete",
                delete(OBJECTIVES, "{\"name\":\"ttft p99 < 2s\",\"reason\":\"done\"}", admin),
                200);

        assertThat(published).extracting(AuditEvent::getAction).containsExactly("slo set", "slo remove");
        assertThat(published.get(0).getLogin())
                .isEqualTo("token " + tokens.get(0).id());
        assertThat(published.get(0).getDetails()).containsEntry("reason", "too strict");
    }

    @Test
    void aRunIsStoppedWithTheRecordOfWhoDidIt() throws Exception {
        checked("/teams/{team}/runs/{run}/stop", post(STOP, REASON, admin), 200);
        checked("/teams/{team}/runs/{run}/stop", post(STOP, REASON, admin), 202);

        assertThat(published).extracting(AuditEvent::getAction).containsOnly("runs stop");
        assertThat(published.get(0).getSubject()).isEqualTo(Events.RUN);
        assertThat(published.get(0).getLogin())
                .isEqualTo("token " + tokens.get(0).id());
        String unknown = STOP.replace(Events.RUN, OTHERS);
        invalid(unknown, REASON, "run", "must be a run of team perf that has begun");
    }

    @Test
    void aRecordNamesTheTokenTheReasonTheMachineAndTheAddress() throws Exception {
        post(MUTES, MUTE, admin);

        AuditRow row = audit().get(0);
        assertThat(row.login()).isEqualTo("token " + tokens.get(0).id());
        assertThat(row.user()).isEqualTo("ana");
        assertThat(row.host()).isEqualTo("workstation");
        assertThat(row.address()).isEqualTo("127.0.0.1");
        assertThat(row.subject()).isEqualTo("mute0001");
        assertThat(row.details())
                .containsEntry("reason", "driver upgrade")
                .containsEntry("labels", "{target=gpu-1}")
                .containsEntry("until", "2026-11-26T12:00:00Z");
        assertThat(row.toString()).doesNotContain(admin);
    }

    @Test
    void aReaderAndAnAdministratorOfAnotherTeamChangeNothing() throws Exception {
        for (Map.Entry<String, String> one : ADDED.entrySet()) {
            problem(one.getKey(), post(one.getKey(), one.getValue(), reader), 403, "has not the scope");
            problem(one.getKey(), post(one.getKey(), one.getValue(), stranger), 403, "is not for team perf");
        }
        for (String path : List.of(MUTES + "/mute0001", BASELINES + "/main", ANNOTATIONS + "/note0001", OBJECTIVES)) {
            problem(path, delete(path, REASON, reader), 403, "has not the scope");
            problem(path, delete(path, REASON, stranger), 403, "is not for team perf");
        }
        nothingHappened();
    }

    @Test
    void aBrowserNeedsTheHeaderOfThisPage() throws Exception {
        String cookie = login(admin);
        for (Map.Entry<String, String> one : ADDED.entrySet()) {
            HttpRequest.Builder bare = json(one.getKey(), one.getValue()).header("Cookie", cookie);
            problem(one.getKey(), send(bare), 403, "X-Tidemark-Console");
            HttpRequest.Builder basic =
                    json(one.getKey(), one.getValue()).header("Cookie", cookie).header("Authorization", "Basic YTpi");
            problem(one.getKey(), send(basic), 403, "X-Tidemark-Console");
            HttpRequest.Builder crossSite = json(one.getKey(), one.getValue())
                    .header("Cookie", cookie)
                    .header("X-Tidemark-Console", "1")
                    .header("Sec-Fetch-Site", "cross-site");
            problem(one.getKey(), send(crossSite), 403, "X-Tidemark-Console");
        }
        nothingHappened();

        HttpRequest.Builder own = json(MUTES, MUTE).header("Cookie", cookie).header("X-Tidemark-Console", "1");
        assertThat(send(own).statusCode()).isEqualTo(201);
    }

    @Test
    void aFormIsNoChange() throws Exception {
        for (String type : List.of("text/plain", "application/x-www-form-urlencoded", "multipart/form-data")) {
            HttpRequest.Builder form = HttpRequest.newBuilder(URI.create(console.url() + "/api/v1" + MUTES))
                    .header("Cookie", login(admin))
                    .header("X-Tidemark-Console", "1")
                    .header("Content-Type", type)
                    .POST(BodyPublishers.ofString(MUTE));
            problem(type, send(form), 415, "application/json");
        }
        nothingHappened();
    }

    @Test
    void anExpiredSessionChangesNothing() throws Exception {
        String cookie = login(admin);
        now.set(START.plus(Duration.ofHours(7)));

        HttpRequest.Builder late =
                json(ANNOTATIONS, ANNOTATION).header("Cookie", cookie).header("X-Tidemark-Console", "1");
        problem("expired", send(late), 401, "valid token");
        nothingHappened();
    }

    @Test
    void whatBreaksARuleIsNamedWithItsValueAndTheRule() throws Exception {
        invalid(MUTES, MUTE.replace("2026-11-26T12", "2026-11-26T09"), "until", "must be after now");
        invalid(MUTES, MUTE.replace("2026-11-26T12:00:00Z", "soon"), "until", "must be a time such as");
        invalid(MUTES, MUTE.replace("mute0001", "M1"), "id", "must be as [a-z0-9]{8,32}");
        invalid(MUTES, MUTE.replace("driver upgrade", " "), "reason", "must have 1 to 500 characters");
        invalid(MUTES, MUTE.replace("driver upgrade", "a\\nb"), "reason", "must be one line");
        invalid(MUTES, MUTE.replace("\"reason\"", "\"why\""), "why", "must be one of [id, labels, reason, until]");
        invalid(BASELINES, BASELINE.replace("main", "Main Branch"), "name", "must be of small letters");
        invalid(BASELINES, BASELINE.replace("\"phase\":\"baseline\"", "\"phase\":\"none\""), "phase", "none");
        invalid(
                BASELINES,
                "{\"name\":\"x\",\"runs\":[\"" + OTHERS + "\"],\"reason\":\"y\"}",
                "runs",
                "must be runs of team perf");
        invalid(ANNOTATIONS, ANNOTATION.replace("new driver", "x".repeat(201)), "text", "1 to 200 characters");
        invalid(ANNOTATIONS, ANNOTATION.replace("2026-11-26T10:00:30Z", "1999-01-01T00:00:00Z"), "at", "year 2000");
        invalid(
                ANNOTATIONS,
                ANNOTATION.replace("\"target\":\"gpu-1\"", "\"run\":\"" + OTHERS + "\""),
                "run",
                "must be a run of team perf");
        invalid(OBJECTIVES, OBJECTIVE.replace("ttft p99", "speed"), "objective", "must be as 'ttft p99 < 2s'");
        nothingHappened();
    }

    @Test
    void whatIsNoJsonObjectOrTooLongIsRefused() throws Exception {
        problem("list", post(MUTES, "[1]", admin), 400, "must be a JSON object");
        problem("text", post(MUTES, "reason", admin), 400, "must be a JSON object");
        problem("long", post(MUTES, "{\"reason\":\"" + "x".repeat(70_000) + "\"}", admin), 413, "at most 65536 bytes");
        nothingHappened();
    }

    @Test
    void aMissingRightIsNamed() throws Exception {
        problem(
                OBJECTIVES,
                post(OBJECTIVES, "{\"objective\":\"ttft\",\"name\":\"forbidden\",\"reason\":\"x\"}", admin),
                403,
                "not authorized to write topic audit");
        assertThat(published).isEmpty();
    }

    @Test
    void aSessionSaysWhatMayBeChanged() throws Exception {
        assertThat(mayChange(admin))
                .isEqualTo("{\"allTeams\":false,\"teams\":[\"perf\"],\"objectives\":[\"perf\"],\"stops\":[\"perf\"]}");
        assertThat(mayChange(reader)).isEqualTo("{\"allTeams\":false,\"teams\":[],\"objectives\":[],\"stops\":[]}");
        assertThat(mayChange(stranger))
                .isEqualTo("{\"allTeams\":false,\"teams\":[\"other\"],\"objectives\":[],\"stops\":[]}");
    }

    @Test
    void aConsoleThatOnlyReadsChangesNothing() throws Exception {
        console.close();
        console = console(new WebSecurity(Optional.empty(), Optional.of(opened), WebLimits.USUAL), Optional.empty());
        for (Map.Entry<String, String> one : ADDED.entrySet()) {
            problem(one.getKey(), post(one.getKey(), one.getValue(), admin), 403, "started to read only");
        }
        assertThat(mayChange(admin)).isEqualTo("{\"allTeams\":false,\"teams\":[],\"objectives\":[],\"stops\":[]}");
        nothingHappened();
    }

    @Test
    void withoutALoginItIsTheUserOfTheMachine() throws Exception {
        console.close();
        console = console(WebSecurity.LOCAL, Optional.of(changes()));
        HttpRequest.Builder own = json(MUTES, MUTE).header("X-Tidemark-Console", "1");

        assertThat(JSON.readTree(send(own).body()).path("by").asText()).isEqualTo("ana");
        assertThat(audit().get(0).login()).isEmpty();
        problem("bare", send(json(ANNOTATIONS, ANNOTATION)), 403, "X-Tidemark-Console");
        problem(
                "unknown team",
                send(json("/teams/nobody/mutes", MUTE).header("X-Tidemark-Console", "1")),
                404,
                "nothing of team nobody");
        assertThat(actions()).containsExactly("alerts mute");
    }

    private void nothingHappened() {
        assertThat(audit()).isEmpty();
        assertThat(published).isEmpty();
        assertThat(mutes()).isZero();
        try (ResultReader results = StoreAddress.of(store()).openReader()) {
            assertThat(results.baselines()).isEmpty();
            assertThat(results.annotation(PERF, "note0001")).isEmpty();
        }
    }

    private long mutes() {
        try (AlertStore alerts = StoreAddress.of(store()).openAlerts()) {
            return alerts.mutes(PERF, START).size();
        }
    }

    private List<AuditRow> audit() {
        try (ResultReader results = StoreAddress.of(store()).openReader()) {
            return results.audit(new AuditQuery(Optional.empty(), Instant.EPOCH, 100));
        }
    }

    private List<String> actions() {
        return audit().stream().map(AuditRow::action).toList();
    }

    private String mayChange(String token) throws Exception {
        JsonNode session = valid("/session", "get", send(request("/session", token)), 200);
        return session.path("mayChange").toString();
    }

    private void invalid(String path, String body, String field, String rule) throws Exception {
        HttpResponse<String> response = post(path, body, admin);
        problem(path, response, 422, field);
        JsonNode problem = JSON.readTree(response.body());
        assertThat(problem.path("field").asText()).isEqualTo(field);
        assertThat(problem.path("rule").asText() + problem.path("value").asText())
                .contains(rule);
    }

    private void problem(String what, HttpResponse<String> response, int status, String detail) throws Exception {
        assertThat(response.statusCode()).as("%s: %s", what, response.body()).isEqualTo(status);
        assertThat(response.headers().firstValue("Content-Type")).contains("application/problem+json");
        assertThat(problemsOf("Problem", response.body())).isEmpty();
        assertThat(JSON.readTree(response.body()).path("detail").asText()).contains(detail);
    }

    private Set<?> problemsOf(String schema, String body) throws Exception {
        ObjectNode whole =
                document.path("components").path("schemas").path(schema).deepCopy();
        whole.set("components", document.path("components"));
        return JsonSchemaFactory.getInstance(VersionFlag.V202012)
                .getSchema(whole)
                .validate(JSON.readTree(body));
    }

    private JsonNode checked(String path, HttpResponse<String> response, int status) throws Exception {
        return valid(path, "post", response, status);
    }

    /** The response, which must be as the document says. */
    private JsonNode valid(String path, String method, HttpResponse<String> response, int status) throws Exception {
        assertThat(response.statusCode()).as("%s: %s", path, response.body()).isEqualTo(status);
        String reference = document.path("paths")
                .path(path)
                .path(method)
                .path("responses")
                .path(String.valueOf(status))
                .path("content")
                .path("application/json")
                .path("schema")
                .path("$ref")
                .asText();
        assertThat(reference).as(path).isNotEmpty();
        assertThat(problemsOf(reference.substring(reference.lastIndexOf('/') + 1), response.body()))
                .as(response.body())
                .isEmpty();
        return JSON.readTree(response.body());
    }

    private String login(String token) throws Exception {
        HttpRequest.Builder login =
                json("/session", "{\"token\":\"" + token + "\"}").header("X-Tidemark-Console", "1");
        return send(login)
                .headers()
                .firstValue("Set-Cookie")
                .map(set -> set.substring(0, set.indexOf(';')))
                .orElseThrow();
    }

    private HttpResponse<String> post(String path, String body, String token) throws Exception {
        return send(json(path, body).header("Authorization", "Bearer " + token));
    }

    private HttpResponse<String> delete(String path, String body, String token) throws Exception {
        return send(request(path, token)
                .header("Content-Type", "application/json")
                .method("DELETE", BodyPublishers.ofString(body)));
    }

    private HttpRequest.Builder json(String path, String body) {
        return HttpRequest.newBuilder(URI.create(console.url() + "/api/v1" + path))
                .header("Content-Type", "application/json")
                .POST(BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder request(String path, String token) {
        return HttpRequest.newBuilder(URI.create(console.url() + "/api/v1" + path))
                .header("Authorization", "Bearer " + token);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }
}
