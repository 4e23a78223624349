package io.tidemark.console.server;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.console.StoredRun;
import io.tidemark.fixtures.oauth.CodeLogins;
import io.tidemark.fixtures.oauth.Jwts;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.oidc.OidcClient;
import io.tidemark.web.oidc.OidcGrant;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.oidc.OidcSettings;
import io.tidemark.web.oidc.OidcTokens;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import io.tidemark.web.session.LoginSessions;
import java.io.IOException;
import java.net.InetAddress;
import java.net.Socket;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** A console whose users log in at a provider, over HTTP: redirects, cookies, and what an attacker makes of them. */
@Tag("integration")
class ProviderLoginTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final KeyPair KEYS = Jwts.newKeys();
    private static final Team PERF = new Team("perf");
    private static final String CLIENT = "tidemark-console";
    private static final String PAGE = "/teams/perf/runs/" + Events.RUN + "?metric=tpot&step=1";
    private static final Pattern LOGIN_COOKIE =
            Pattern.compile("((?:__Host-)?tidemark-login-[0-9a-f]{16}=[\\w-]{43});.*");
    private static final ObjectMapper JSON = new ObjectMapper();

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final AtomicLong nanos = new AtomicLong();
    private final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private TokenIssuer issuer;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private CodeLogins people;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    /** What a browser was told: where to go, and what to keep. */
    private record Led(String location, List<String> cookies) {
        String cookie() {
            return cookies.stream()
                    .map(LOGIN_COOKIE::matcher)
                    .filter(Matcher::matches)
                    .map(found -> found.group(1))
                    .collect(Collectors.joining("; "));
        }

        Optional<String> session() {
            return cookies.stream()
                    .filter(set -> set.matches("(__Host-)?" + LoginSessions.COOKIE + "=.*"))
                    .findFirst();
        }
    }

    @BeforeEach
    void start() throws Exception {
        StoredRun.write(folder.resolve("store.db"), PERF, Events.RUN, START);
        issuer = TokenIssuer.start(KEYS);
        people = issuer.offerLogins(new CodeLogins.Client(CLIENT, Optional.empty()), now::get);
        people.claim("groups", List.of("perf-readers"));
        console = console(Optional.empty(), false);
    }

    @AfterEach
    void stop() {
        console.close();
        issuer.close();
    }

    private ConsoleServer console(Optional<String> externalUrl, boolean behindProxy) throws IOException {
        OidcSettings settings =
                new OidcSettings(issuer.url(), "an API", List.of(OidcGrant.parse("groups=perf-readers:read:perf")));
        Clocks clocks = new Clocks(nanos::get, now::get);
        OidcLogin login = new OidcLogin(
                settings, new OidcClient(CLIENT, Optional.empty(), List.of(), externalUrl), clocks, new SecureRandom());
        WebSecurity security =
                new WebSecurity(Optional.empty(), Optional.of(new OidcTokens(settings, clocks)), WebLimits.USUAL);
        return ConsoleServer.start(
                new ConsoleServer.Listening(
                        ListenAddress.parse("127.0.0.1:0"), security, behindProxy, Optional.of(login)),
                new ConsoleServer.Shown(StoreAddress.of(folder.resolve("store.db")), List.of(PERF), Optional.empty()),
                now::get,
                routes -> {});
    }

    private HttpRequest.Builder get(String url) {
        return HttpRequest.newBuilder(URI.create(url));
    }

    private HttpResponse<String> send(HttpRequest.Builder request) throws Exception {
        return http.send(request.build(), HttpResponse.BodyHandlers.ofString());
    }

    private Led led(HttpRequest.Builder request) throws Exception {
        HttpResponse<String> response = send(request);
        assertThat(response.statusCode()).as(response.body()).isBetween(302, 303);
        assertThat(response.body()).isEmpty();
        return new Led(
                response.headers().firstValue("Location").orElseThrow(),
                response.headers().allValues("Set-Cookie"));
    }

    private Led begin(String page) throws Exception {
        return led(get(console.url() + "/login/start?return=" + URLEncoder.encode(page, StandardCharsets.UTF_8)));
    }

    /** Where the provider sends the browser back to. */
    private String callback(Led begun) throws Exception {
        return led(get(begun.location())).location();
    }

    private Led finish(Led begun) throws Exception {
        return led(get(callback(begun)).header("Cookie", begun.cookie()));
    }

    private HttpResponse<String> api(String path, String session) throws Exception {
        return send(get(console.url() + "/api/v1" + path).header("Cookie", session.replaceFirst(";.*", "")));
    }

    @Test
    void aLoginBeginsASessionAndLeadsBackToThePageWithItsState() throws Exception {
        Led begun = begin(PAGE);
        assertThat(begun.location()).startsWith(issuer.url() + "/authorize?");
        assertThat(begun.session()).isEmpty();

        Led done = finish(begun);
        assertThat(done.location()).isEqualTo(PAGE);
        String session = done.session().orElseThrow();
        assertThat(session).contains("HttpOnly", "SameSite=Strict", "Path=/", "Max-Age=300");
        assertThat(api("/teams/perf/runs/" + Events.RUN, session).statusCode()).isEqualTo(200);
        JsonNode view = JSON.readTree(api("/session", session).body());
        assertThat(view.path("login").asText()).isEqualTo("done");
        assertThat(view.path("caller").asText()).isEqualTo("oidc ana");
        assertThat(view.path("teams").toString()).isEqualTo("[\"perf\"]");
        assertThat(view.path("expires").asText())
                .isEqualTo(START.plusSeconds(300).toString());
    }

    @Test
    void thePageIsToldWhichLoginsThereAre() throws Exception {
        JsonNode view =
                JSON.readTree(send(get(console.url() + "/api/v1/session")).body());

        assertThat(view.path("login").asText()).isEqualTo("needed");
        assertThat(view.path("logins").path("token").asBoolean()).isTrue();
        assertThat(view.path("logins").path("provider").asText()).isEqualTo(issuer.url());
        assertThat(send(get(console.url() + "/api/v1/runs")).statusCode()).isEqualTo(401);
    }

    @Test
    void theCookieOfALoginIsOfNoUseToScriptsAndGoesToOnePath() throws Exception {
        assertThat(begin(PAGE).cookies())
                .singleElement()
                .satisfies(set -> assertThat(set)
                        .matches(LOGIN_COOKIE)
                        .contains("HttpOnly", "SameSite=Lax", "Path=/login/callback", "Max-Age=600")
                        .doesNotContain("Secure"));

        Led begun = begin(PAGE);
        assertThat(finish(begun).cookies())
                .as("it is taken back with the answer")
                .anySatisfy(set -> assertThat(set)
                        .startsWith(begun.cookie().substring(0, 32))
                        .contains("Expires=Thu, 01 Jan 1970", "Path=/login/callback"));
    }

    @Test
    void behindAProxyAllCookiesAreForTlsAloneAndTheProviderIsToldTheExternalAddress() throws Exception {
        console.close();
        console = console(Optional.of("https://tidemark.example.com"), true);
        Led begun = begin(PAGE);
        assertThat(begun.cookies())
                .singleElement()
                .satisfies(set -> assertThat(set)
                        .startsWith("__Host-tidemark-login-")
                        .contains("Secure", "Path=/;")
                        .doesNotContain("Domain"));
        String callback = callback(begun);
        assertThat(callback).startsWith("https://tidemark.example.com/login/callback?");

        String throughProxy = callback.replace("https://tidemark.example.com", console.url());
        Led done = led(get(throughProxy).header("Cookie", begun.cookie()));
        assertThat(done.location()).isEqualTo(PAGE);
        assertThat(done.session().orElseThrow()).startsWith("__Host-").contains("Secure");
    }

    @Test
    void aLoginLeadsToNoOtherSite() throws Exception {
        for (String target : List.of(
                "//evil.example",
                "https://evil.example",
                "\\\\evil.example",
                "/\\evil.example",
                "javascript:alert(1)",
                "/\t/evil.example",
                "/login/start?return=/")) {
            assertThat(finish(begin(target)).location()).as(target).isEqualTo("/");
        }
    }

    @Test
    void anAnswerForAnotherBrowserLogsNobodyIn() throws Exception {
        String attackers = callback(begin(PAGE));

        Led without = led(get(attackers));
        assertThat(without.location()).isEqualTo("/#login-problem=expired");
        assertThat(without.session()).isEmpty();
        Led victims = begin(PAGE);
        Led with = led(get(attackers).header("Cookie", victims.cookie()));
        assertThat(with.location()).isEqualTo("/#login-problem=expired");
        assertThat(with.session()).isEmpty();
    }

    @Test
    void anAnswerIsTakenOnceAndWithinTenMinutes() throws Exception {
        Led begun = begin(PAGE);
        String callback = callback(begun);
        assertThat(led(get(callback).header("Cookie", begun.cookie())).location())
                .isEqualTo(PAGE);
        assertThat(led(get(callback).header("Cookie", begun.cookie())).location())
                .isEqualTo("/#login-problem=expired");

        Led slow = begin(PAGE);
        String late = callback(slow);
        now.set(START.plus(Duration.ofMinutes(11)));
        assertThat(led(get(late).header("Cookie", slow.cookie())).location()).isEqualTo("/#login-problem=expired");
    }

    @Test
    void aLoginAlwaysBeginsAnotherSession() throws Exception {
        String planted = LoginSessions.COOKIE + "=planted-by-an-attacker";
        Led begun = begin(PAGE);
        Led done = led(get(callback(begun)).header("Cookie", planted + "; " + begun.cookie()));

        assertThat(done.session().orElseThrow()).doesNotContain("planted");
        assertThat(api("/runs", planted).statusCode()).isEqualTo(401);
        assertThat(finish(begin(PAGE)).session()).isNotEqualTo(done.session());
    }

    @Test
    void aSessionEndsWithItsTokenAndAtLogout() throws Exception {
        String session = finish(begin(PAGE)).session().orElseThrow();
        now.set(START.plusSeconds(299));
        assertThat(api("/runs", session).statusCode()).isEqualTo(200);
        now.set(START.plusSeconds(300));
        assertThat(api("/runs", session).statusCode()).isEqualTo(401);

        String another = finish(begin(PAGE)).session().orElseThrow();
        HttpRequest.Builder logout = HttpRequest.newBuilder(URI.create(console.url() + "/api/v1/session"))
                .header("Cookie", another.replaceFirst(";.*", ""))
                .header("X-Tidemark-Console", "1")
                .DELETE();
        assertThat(send(logout).statusCode()).isEqualTo(204);
        assertThat(api("/runs", another).statusCode()).isEqualTo(401);
    }

    @Test
    void anIdTokenIsNoTokenForTheApi() throws Exception {
        String idToken = issuer.sign(Map.of(
                "iss", issuer.url(),
                "aud", CLIENT,
                "sub", "ana",
                "exp", START.plusSeconds(300).getEpochSecond(),
                "groups", List.of("perf-readers")));

        assertThat(send(get(console.url() + "/api/v1/runs").header("Authorization", "Bearer " + idToken))
                        .statusCode())
                .isEqualTo(401);
    }

    @Test
    void whatFailedIsToldOnThePageFromWhichTheLoginBegan() throws Exception {
        people.refuse("access_denied");
        assertThat(finish(begin(PAGE)).location()).isEqualTo(PAGE + "#login-problem=denied");
        people.refuse("server_error");
        assertThat(finish(begin(PAGE)).location()).isEqualTo(PAGE + "#login-problem=provider");
    }

    @Test
    void whatTheProviderAnswersMustFit() throws Exception {
        people.claim("nonce", "another");
        Led refused = finish(begin(PAGE));
        assertThat(refused.location()).isEqualTo(PAGE + "#login-problem=refused");
        assertThat(refused.session()).isEmpty();

        people.claim("groups", List.of());
        Led begun = begin(PAGE);
        String callback = callback(begun);
        people.forgetCodes();
        assertThat(led(get(callback).header("Cookie", begun.cookie())).location())
                .isEqualTo(PAGE + "#login-problem=refused");
    }

    @Test
    void whoHasNoGroupIsTold() throws Exception {
        people.claim("groups", List.of("others"));
        Led done = finish(begin(PAGE));

        assertThat(done.location()).isEqualTo(PAGE + "#login-problem=no-rights");
        assertThat(done.session()).isEmpty();
    }

    @Test
    void aProviderThatIsAwayIsToldOnThePage() throws Exception {
        issuer.setDown(true);

        Led begun = begin(PAGE);
        assertThat(begun.location()).isEqualTo(PAGE + "#login-problem=unreachable");
        assertThat(begun.cookie()).isEmpty();
    }

    @Test
    void anotherSiteCannotBeginALogin() throws Exception {
        String start = console.url() + "/login/start?return=/";
        for (String site : List.of("cross-site", "same-site")) {
            assertThat(send(get(start).header("Sec-Fetch-Site", site)).statusCode())
                    .as(site)
                    .isEqualTo(403);
        }
        for (String site : List.of("same-origin", "none")) {
            assertThat(send(get(start).header("Sec-Fetch-Site", site)).statusCode())
                    .as(site)
                    .isEqualTo(303);
        }
    }

    @Test
    void theHostOfARequestIsTakenForLoopbackOnly() throws Exception {
        assertThat(answerTo("evil.example", console.url()))
                .startsWith("HTTP/1.1 403")
                .contains("--http-external-url");
        assertThat(answerTo("localhost:9480", console.url()))
                .startsWith("HTTP/1.1 303")
                .contains("redirect_uri=http%3A%2F%2Flocalhost%3A9480%2Flogin%2Fcallback&");

        console.close();
        console = console(Optional.of("https://tidemark.example.com"), false);
        assertThat(answerTo("evil.example", console.url()))
                .startsWith("HTTP/1.1 303")
                .contains("redirect_uri=https%3A%2F%2Ftidemark.example.com%2Flogin%2Fcallback&")
                .as("browsers speak TLS to something before the console")
                .contains("; Secure")
                .doesNotContain("evil");
    }

    /** Over a plain socket: Java's client chooses the header Host itself. */
    private static String answerTo(String host, String url) throws IOException {
        try (Socket socket =
                new Socket(InetAddress.getLoopbackAddress(), URI.create(url).getPort())) {
            socket.getOutputStream()
                    .write(("GET /login/start?return=/ HTTP/1.1\r\nHost: " + host + "\r\nConnection: close\r\n\r\n")
                            .getBytes(StandardCharsets.US_ASCII));
            return new String(socket.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
        }
    }

    @Test
    void answersOfALoginAreKeptByNoCacheAndShowNothing() throws Exception {
        HttpResponse<String> started = send(get(console.url() + "/login/start?return=/"));

        assertThat(started.headers().firstValue("Cache-Control")).contains("no-store");
        assertThat(started.headers().firstValue("Referrer-Policy")).contains("no-referrer");
        assertThat(started.headers().firstValue("Content-Security-Policy").orElse(""))
                .contains("default-src 'self'");
    }
}
