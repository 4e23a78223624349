package io.tidemark.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.console.StoredRun;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.AccessTokens;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenFile;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import io.tidemark.web.session.LoginSessions;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console with a login: what a page and an attacker can do with it. */
@Tag("integration")
class ConsoleLoginTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final String OTHERS = "01JD8Z6K3M5TQX9V2R7C0WHB4Q";
    private static final String OWN_PAGE = "X-Tidemark-Console";
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final HttpClient http = HttpClient.newHttpClient();
    private final List<AccessToken> tokens = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private AccessTokens opened;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    private String secret = "";
    private String publishers = "";

    @BeforeEach
    void start() throws Exception {
        StoredRun.write(store(), PERF, Events.RUN, START);
        StoredRun.write(store(), new Team("other"), OTHERS, START);
        secret = token(Scope.READ);
        publishers = token(Scope.PUBLISH);
        TokenFile file = new TokenFile(folder.resolve("tokens.json"));
        file.change(none -> List.copyOf(tokens));
        opened = AccessTokens.open(file, now::get);
        console = console(false);
    }

    private Path store() {
        return folder.resolve("store.db");
    }

    private ConsoleServer console(boolean behindProxy) throws IOException {
        return ConsoleServer.start(
                new ConsoleServer.Listening(
                        ListenAddress.parse("127.0.0.1:0"),
                        new WebSecurity(Optional.empty(), Optional.of(opened), WebLimits.USUAL),
                        behindProxy,
                        Optional.empty()),
                new ConsoleServer.Shown(StoreAddress.of(store()), List.of(PERF), Optional.empty()),
                now::get,
                routes -> {});
    }

    private String token(Scope scope) {
        AccessToken.Made made = AccessToken.make(
                new AccessToken.Grant(
                        Optional.of(PERF), Set.of(scope), START, START.plus(Duration.ofHours(6)), "of the test"),
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
    void nothingIsToldWithoutALogin() throws Exception {
        for (String path : List.of("/now", "/runs", "/teams", "/teams/perf/runs/" + Events.RUN, "/alerts", "/events")) {
            assertThat(send(get(path)).statusCode()).as(path).isEqualTo(401);
        }
        JsonNode session = JSON.readTree(send(get("/session")).body());
        assertThat(session.path("login").asText()).isEqualTo("needed");
        assertThat(session.path("teams")).isEmpty();
        assertThat(session.path("logins").toString()).isEqualTo("{\"token\":true,\"provider\":null}");
    }

    @Test
    void withoutAProviderNoLoginLeadsToOne() throws Exception {
        for (String path : List.of("/login/start?return=/", "/login/callback?state=0&code=1")) {
            HttpResponse<String> answer = http.send(
                    HttpRequest.newBuilder(URI.create(console.url() + path)).build(),
                    HttpResponse.BodyHandlers.ofString());
            assertThat(answer.headers().firstValue("Location")).as(path).isEmpty();
            assertThat(answer.headers().firstValue("Set-Cookie")).as(path).isEmpty();
        }
    }

    @Test
    void aLoginShowsTheTeamsOfTheTokenOnly() throws Exception {
        String cookie = cookie(login(secret));

        assertThat(send(get("/teams/perf/runs/" + Events.RUN).header("Cookie", cookie))
                        .statusCode())
                .isEqualTo(200);
        assertThat(send(get("/teams/other/runs/" + OTHERS).header("Cookie", cookie))
                        .statusCode())
                .isEqualTo(403);
        assertThat(send(get("/runs?team=other").header("Cookie", cookie)).statusCode())
                .isEqualTo(403);
        for (String path : List.of("/runs", "/now", "/teams", "/experiments", "/pipeline")) {
            assertThat(send(get(path).header("Cookie", cookie)).body())
                    .as(path)
                    .doesNotContain("other")
                    .doesNotContain(OTHERS);
        }
    }

    @Test
    void theCookieIsOfNoUseToScriptsAndOtherSites() throws Exception {
        String set = login(secret).headers().firstValue("Set-Cookie").orElseThrow();

        assertThat(set).contains("HttpOnly").contains("SameSite=Strict").contains("Path=/");
        assertThat(set).doesNotContain(secret);
    }

    @Test
    void behindAProxyTheCookieIsForTlsAlone() throws Exception {
        assertThat(login(secret).headers().firstValue("Set-Cookie").orElseThrow())
                .doesNotContain("Secure");
        console.close();
        console = console(true);
        assertThat(login(secret).headers().firstValue("Set-Cookie").orElseThrow())
                .startsWith("__Host-tidemark-session=")
                .contains("Secure", "Path=/;")
                .doesNotContain("Domain");
        assertThat(console.url()).startsWith("http:");
        String cookie = cookie(login(secret));
        assertThat(send(get("/runs").header("Cookie", cookie)).statusCode()).isEqualTo(200);
        String plain = cookie.substring("__Host-".length());
        assertThat(send(get("/runs").header("Cookie", plain)).statusCode())
                .as("may be planted by another host of the domain")
                .isEqualTo(401);
    }

    @Test
    void aWrongTokenAndOneThatMayNotReadBeginNothing() throws Exception {
        assertThat(login("tdm_wrong").statusCode()).isEqualTo(401);
        assertThat(login("tdm_wrong").headers().firstValue("Set-Cookie")).isEmpty();
        assertThat(login(publishers).statusCode()).isEqualTo(403);
    }

    @Test
    void aLoginAlwaysBeginsAnotherSession() throws Exception {
        String planted = LoginSessions.COOKIE + "=planted-by-an-attacker";
        HttpResponse<String> response =
                send(post("{\"token\":\"" + secret + "\"}").header("Cookie", planted));

        assertThat(cookie(response)).isNotEqualTo(planted);
        assertThat(send(get("/runs").header("Cookie", planted)).statusCode()).isEqualTo(401);
        assertThat(cookie(login(secret))).isNotEqualTo(cookie(response));
    }

    @Test
    void anotherSiteCannotLogIn() throws Exception {
        String body = "{\"token\":\"" + secret + "\"}";
        HttpRequest.Builder form = HttpRequest.newBuilder(URI.create(console.url() + "/api/v1/session"))
                .header("Content-Type", "text/plain")
                .POST(HttpRequest.BodyPublishers.ofString(body));
        assertThat(send(form).statusCode()).isEqualTo(403);

        assertThat(send(post(body).header("Sec-Fetch-Site", "cross-site")).statusCode())
                .isEqualTo(403);
    }

    @Test
    void alogoutEndsTheSession() throws Exception {
        String cookie = cookie(login(secret));
        HttpRequest.Builder logout = HttpRequest.newBuilder(URI.create(console.url() + "/api/v1/session"))
                .header("Cookie", cookie)
                .header(OWN_PAGE, "1")
                .DELETE();

        assertThat(send(logout).statusCode()).isEqualTo(204);
        assertThat(send(get("/runs").header("Cookie", cookie)).statusCode()).isEqualTo(401);
    }

    @Test
    void aTokenThatExpiresEndsItsSessions() throws Exception {
        String cookie = cookie(login(secret));
        now.set(START.plus(Duration.ofHours(7)));

        assertThat(send(get("/runs").header("Cookie", cookie)).statusCode()).isEqualTo(401);
        assertThat(send(get("/session").header("Cookie", cookie)).body()).contains("\"login\":\"needed\"");
    }

    @Test
    void aPageIsInNoFrame() throws Exception {
        HttpResponse<String> page = http.send(
                HttpRequest.newBuilder(URI.create(console.url() + "/")).build(), HttpResponse.BodyHandlers.ofString());

        assertThat(page.headers().firstValue("X-Frame-Options")).contains("DENY");
        assertThat(page.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("frame-ancestors 'none'");
    }

    private HttpResponse<String> login(String token) throws Exception {
        return send(post("{\"token\":\"" + token + "\"}"));
    }

    private HttpRequest.Builder post(String body) {
        return HttpRequest.newBuilder(URI.create(console.url() + "/api/v1/session"))
                .header(OWN_PAGE, "1")
                .POST(HttpRequest.BodyPublishers.ofString(body));
    }

    private HttpRequest.Builder get(String path) {
        return HttpRequest.newBuilder(URI.create(console.url() + "/api/v1" + path));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private static String cookie(HttpResponse<String> response) {
        return response.headers()
                .firstValue("Set-Cookie")
                .map(set -> set.substring(0, set.indexOf(';')))
                .orElseThrow();
    }
}
