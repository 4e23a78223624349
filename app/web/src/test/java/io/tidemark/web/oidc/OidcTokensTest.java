package io.tidemark.web.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.read.ListAppender;
import io.tidemark.fixtures.oauth.Jwts;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.server.Callers;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import io.tidemark.web.server.WebServer;
import java.net.InetAddress;
import java.net.ServerSocket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.interfaces.RSAPublicKey;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.slf4j.LoggerFactory;

/** An issuer on loopback, its tokens, and what an attacker makes of them. Each refusal is a refusal. */
@Tag("integration")
final class OidcTokensTest {
    private static final Team PERF = new Team("perf");
    private static final Team RAG = new Team("rag");
    private static final String AUDIENCE = "tidemark";
    private static final Instant START = Instant.parse("2026-11-26T08:00:00Z");

    private static final KeyPair KEYS = Jwts.newKeys();

    private final AtomicReference<Instant> wall = new AtomicReference<>(START);
    private final AtomicLong nanos = new AtomicLong();
    private Executor background = Runnable::run;

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private TokenIssuer issuer;

    @SuppressWarnings("NullAway.Init")
    private OidcTokens tokens;

    @BeforeEach
    void start() throws Exception {
        issuer = TokenIssuer.start(KEYS);
        tokens = tokens(issuer.url());
    }

    @AfterEach
    void stop() {
        issuer.close();
    }

    private OidcTokens tokens(String of) {
        OidcSettings settings = new OidcSettings(
                of,
                AUDIENCE,
                List.of(
                        OidcGrant.parse("groups=perf-readers:read:perf"),
                        OidcGrant.parse("groups=rag-ci:publish:rag"),
                        OidcGrant.parse("realm_access.roles=tidemark-admin:admin:*"),
                        OidcGrant.parse("scope=tidemark.read:read:*")));
        return new OidcTokens(
                settings,
                new Clocks(nanos::get, wall::get),
                new IssuerKeys(settings, nanos::get, ask -> background.execute(ask)));
    }

    private void pass(Duration time) {
        wall.updateAndGet(now -> now.plus(time));
        nanos.addAndGet(time.toNanos());
    }

    /** Claims of a token that is taken. */
    private Map<String, Object> claims() {
        Map<String, Object> claims = new LinkedHashMap<>();
        claims.put("iss", issuer.url());
        claims.put("aud", AUDIENCE);
        claims.put("sub", "ana");
        claims.put("iat", wall.get().getEpochSecond());
        claims.put("exp", wall.get().plusSeconds(300).getEpochSecond());
        claims.put("groups", List.of("everybody", "perf-readers"));
        return claims;
    }

    private Map<String, Object> with(String claim, Object value) {
        Map<String, Object> claims = claims();
        claims.put(claim, value);
        return claims;
    }

    private Map<String, Object> without(String claim) {
        Map<String, Object> claims = claims();
        claims.remove(claim);
        return claims;
    }

    private Optional<Caller> caller(Map<String, Object> claims) {
        return tokens.caller(issuer.sign(claims));
    }

    private static Caller ana(Caller.Grant... grants) {
        return new Caller("oidc ana", List.of(grants));
    }

    private static Caller.Grant grant(Optional<Team> team, Scope scope) {
        return new Caller.Grant(team, Set.of(scope));
    }

    @Test
    void anIssuerThatDoesNotAnswerHoldsFewThreads() throws Exception {
        try (ServerSocket silent = new ServerSocket(0, 50, InetAddress.getLoopbackAddress())) {
            OidcTokens waiting = tokens("http://127.0.0.1:" + silent.getLocalPort());
            Map<String, Object> claims = with("iss", "http://127.0.0.1:" + silent.getLocalPort());
            String token = issuer.sign(claims);
            Semaphore refused = new Semaphore(0);
            List<Thread> callers = new ArrayList<>();
            for (int i = 0; i < 20; i++) {
                callers.add(new Thread(() -> {
                    if (waiting.caller(token).isEmpty()) {
                        refused.release();
                    }
                }));
            }
            callers.forEach(Thread::start);
            int atOnce = callers.size() - 1 - IssuerKeys.MOST_WAITING;
            assertThat(refused.tryAcquire(atOnce, 60, TimeUnit.SECONDS)).isTrue();
            assertThat(refused.availablePermits())
                    .as("of those that wait: one for the answer, up to 5 s, and two for that one")
                    .isLessThanOrEqualTo(IssuerKeys.MOST_WAITING);
            for (Thread one : callers) {
                one.join();
            }
        }
    }

    @Test
    void claimsGiveScopesOfTeams() {
        Caller.Grant readsPerf = grant(Optional.of(PERF), Scope.READ);
        assertThat(caller(claims())).contains(ana(readsPerf));
        assertThat(caller(with("groups", List.of("rag-ci", "perf-readers"))))
                .contains(ana(readsPerf, grant(Optional.of(RAG), Scope.PUBLISH)));
        assertThat(caller(with("groups", "perf-readers"))).as("a text").contains(ana(readsPerf));
        assertThat(caller(with("aud", List.of("account", AUDIENCE))))
                .as("one audience of several")
                .isPresent();

        Map<String, Object> admin = without("groups");
        admin.put("realm_access", Map.of("roles", List.of("tidemark-admin")));
        assertThat(caller(admin)).contains(ana(grant(Optional.empty(), Scope.ADMIN)));
        Map<String, Object> scoped = without("groups");
        scoped.put("scope", "openid tidemark.read");
        assertThat(caller(scoped)).contains(ana(grant(Optional.empty(), Scope.READ)));
    }

    @Test
    void whatOneTeamsGroupGivesIsNothingForAnotherTeam() {
        Caller both = caller(with("groups", List.of("rag-ci", "perf-readers"))).orElseThrow();
        assertThat(both.may(Scope.READ, PERF)).isTrue();
        assertThat(both.may(Scope.PUBLISH, RAG)).isTrue();
        assertThat(both.may(Scope.READ, RAG)).isFalse();
        assertThat(both.may(Scope.PUBLISH, PERF)).isFalse();
        assertThat(both.may(Scope.ADMIN)).isFalse();
        assertThat(both.mayForAllTeams(Scope.READ)).isFalse();
        assertThat(both.teams(Scope.READ)).containsExactly(PERF);
    }

    @Test
    void aTokenWithoutAClaimThatGivesSomethingIsRefused() {
        assertThat(caller(without("groups"))).isEmpty();
        assertThat(caller(with("groups", List.of("perf-readers-not", "perf")))).isEmpty();
        assertThat(caller(with("groups", "everybody perf-readers")))
                .as("only scope is a list of words")
                .isEmpty();
        assertThat(caller(with("groups", Map.of("perf-readers", true)))).isEmpty();
    }

    @Test
    void timesHoldGiveOrTakeAMinute() {
        String token = issuer.sign(claims());
        pass(Duration.ofSeconds(359));
        assertThat(tokens.caller(token)).as("59 s after its end").isPresent();
        pass(Duration.ofSeconds(2));
        assertThat(tokens.caller(token)).as("61 s after its end").isEmpty();
        assertThat(caller(with("nbf", wall.get().plusSeconds(59).getEpochSecond())))
                .isPresent();
        assertThat(caller(with("nbf", wall.get().plusSeconds(61).getEpochSecond())))
                .isEmpty();
        assertThat(caller(without("exp"))).as("no end").isEmpty();
        assertThat(caller(with("exp", "tomorrow"))).isEmpty();
    }

    @Test
    void tokensForOthersOrOfOthersAreRefused() {
        assertThat(caller(with("iss", issuer.url() + "/"))).isEmpty();
        assertThat(caller(with("iss", "https://login.example.com"))).isEmpty();
        assertThat(caller(without("iss"))).isEmpty();
        assertThat(caller(with("aud", "another"))).isEmpty();
        assertThat(caller(with("aud", List.of("tidemark-other")))).isEmpty();
        assertThat(caller(without("aud"))).isEmpty();
        assertThat(caller(without("sub"))).isEmpty();
    }

    @Test
    void aSignatureOfAnotherKeyOrOfNoneIsRefused() throws Exception {
        KeyPair attacker = Jwts.newKeys();
        String head = issuer.head("RS256");
        String good = issuer.sign(claims());
        String[] parts = good.split("\\.", -1);
        assertThat(tokens.caller(good)).isPresent();

        assertThat(tokens.caller(Jwts.sign(head, claims(), attacker)))
                .as("another key")
                .isEmpty();
        String body = encoded(Jwts.json(with("groups", List.of("rag-ci"))));
        assertThat(tokens.caller(parts[0] + "." + body + "." + parts[2]))
                .as("another body")
                .isEmpty();
        assertThat(tokens.caller(parts[0] + "." + parts[1] + "."))
                .as("no signature")
                .isEmpty();
        for (String none : List.of("none", "None", "NONE", "nOnE")) {
            assertThat(tokens.caller(encoded(issuer.head(none)) + "." + parts[1] + "."))
                    .as(none)
                    .isEmpty();
            assertThat(tokens.caller(encoded(issuer.head(none)) + "." + parts[1] + "." + parts[2]))
                    .as(none)
                    .isEmpty();
        }
        assertThat(tokens.caller(encoded("{\"kid\":\"" + issuer.keyId() + "\"}") + "." + parts[1] + "." + parts[2]))
                .as("no algorithm")
                .isEmpty();
    }

    /** Whoever takes the public key for a shared secret lets everybody in who has it. */
    @ParameterizedTest
    @ValueSource(strings = {"HS256", "HS384", "HS512"})
    void thePublicKeyIsNoSharedSecret(String algorithm) throws Exception {
        RSAPublicKey key = issuer.publicKey();
        String pem = "-----BEGIN PUBLIC KEY-----\n"
                + Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded())
                + "\n-----END PUBLIC KEY-----\n";
        for (byte[] secret : List.of(
                key.getEncoded(),
                pem.getBytes(StandardCharsets.UTF_8),
                key.getModulus().toByteArray(),
                issuer.keySet().getBytes(StandardCharsets.UTF_8))) {
            String signed = encoded(issuer.head(algorithm)) + "." + encoded(Jwts.json(claims()));
            Mac mac = Mac.getInstance("HmacSHA" + algorithm.substring(2));
            mac.init(new SecretKeySpec(secret, mac.getAlgorithm()));
            String token = signed + "."
                    + Base64.getUrlEncoder()
                            .withoutPadding()
                            .encodeToString(mac.doFinal(signed.getBytes(StandardCharsets.UTF_8)));
            assertThat(tokens.caller(token)).isEmpty();
        }
    }

    @Test
    void noKeyThatATokenBringsItselfIsUsed() throws Exception {
        KeyPair attacker = Jwts.newKeys();
        try (TokenIssuer other = TokenIssuer.start()) {
            for (String brought : List.of(
                    "\"jwk\":" + Jwts.jwk("mine", (RSAPublicKey) attacker.getPublic(), "sig"),
                    "\"jku\":\"" + other.url() + "/keys\"",
                    "\"x5u\":\"" + other.url() + "/keys\"",
                    "\"crit\":[\"mine\"],\"mine\":true")) {
                for (String kid : List.of("mine", issuer.keyId(), "../../" + issuer.keyId())) {
                    String head = "{\"alg\":\"RS256\",\"kid\":\"" + kid + "\"," + brought + "}";
                    assertThat(tokens.caller(Jwts.sign(head, claims(), attacker)))
                            .as(head)
                            .isEmpty();
                }
            }
            assertThat(other.asked()).as("requests to the attacker's server").isZero();
        }
        String critical = "{\"alg\":\"RS256\",\"kid\":\"" + issuer.keyId() + "\",\"crit\":[\"mine\"],\"mine\":true}";
        assertThat(issuer.signWith(critical, claims()))
                .as("an extension that must be understood")
                .satisfies(token -> assertThat(tokens.caller(token)).isEmpty());
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "",
                ".",
                "..",
                "...",
                "....",
                "a.b.c",
                "eyJhbGciOiJub25lIn0..",
                "tdm_x",
                "Bearer",
                "\u0000.\u0000.\u0000"
            })
    void whatIsNoTokenIsRefused(String token) {
        assertThat(tokens.caller(token)).isEmpty();
    }

    @Test
    void anEncryptedOrHugeTokenIsRefused() {
        assertThat(tokens.caller(encoded("{\"alg\":\"RSA-OAEP\",\"enc\":\"A128GCM\"}") + ".YQ.YQ.YQ.YQ"))
                .isEmpty();
        assertThat(caller(with("more", "x".repeat(20_000)))).isEmpty();
    }

    @Test
    void keysOfTheIssuerThatAreNotForSignaturesOrTooShortAreNotUsed() throws Exception {
        KeyPair encrypting = Jwts.newKeys();
        KeyPair small = Jwts.newKeys(1_024);
        issuer.publish(Jwts.jwk("enc", (RSAPublicKey) encrypting.getPublic(), "enc"));
        issuer.publish(Jwts.jwk("small", (RSAPublicKey) small.getPublic(), "sig"));
        issuer.publish("{\"kty\":\"oct\",\"kid\":\"shared\",\"k\":\"c2VjcmV0LXNlY3JldC1zZWNyZXQtc2VjcmV0LTEyMzQ\"}");
        assertThat(caller(claims())).isPresent();
        assertThat(tokens.caller(Jwts.sign("{\"alg\":\"RS256\",\"kid\":\"enc\"}", claims(), encrypting)))
                .isEmpty();
        assertThat(tokens.caller(Jwts.sign("{\"alg\":\"RS256\",\"kid\":\"small\"}", claims(), small)))
                .isEmpty();
    }

    @Test
    void aNewKeyIsTakenOnceAndOneThatTheIssuerTookBackIsRefusedWithinAnHour() {
        String before = issuer.sign(with("exp", START.plus(Duration.ofDays(1)).getEpochSecond()));
        assertThat(tokens.caller(before)).isPresent();
        issuer.rotate();
        pass(IssuerKeys.PAUSE);
        assertThat(caller(claims())).as("a token of the new key").isPresent();
        assertThat(tokens.caller(before))
                .as("a token of the key before, which the issuer still shows")
                .isPresent();
        issuer.forgetEarlierKeys();
        pass(IssuerKeys.FRESH);
        assertThat(tokens.caller(before)).isEmpty();
        assertThat(caller(claims())).isPresent();
    }

    @Test
    void aFloodOfUnknownKeysAsksTheIssuerEveryTenSecondsAtMost() {
        assertThat(caller(claims())).isPresent();
        int asked = issuer.asked();
        pass(IssuerKeys.PAUSE);
        for (int i = 0; i < 100; i++) {
            assertThat(tokens.caller(
                            Jwts.sign("{\"alg\":\"RS256\",\"kid\":\"unknown-" + i + "\"}", claims(), issuer.keys())))
                    .isEmpty();
        }
        assertThat(issuer.asked() - asked)
                .as("its description and its keys, once")
                .isEqualTo(2);
        assertThat(caller(claims())).as("known keys meanwhile").isPresent();
    }

    @Test
    void whileTheIssuerIsDownKnownKeysGoOnAndUnknownOnesAreRefusedWithAClearLine() {
        assertThat(caller(claims())).isPresent();
        issuer.setDown(true);
        pass(Duration.ofHours(5));
        ListAppender<ILoggingEvent> lines = lines();
        assertThat(caller(claims())).isPresent();
        assertThat(tokens.caller(Jwts.sign("{\"alg\":\"RS256\",\"kid\":\"unknown\"}", claims(), issuer.keys())))
                .isEmpty();
        pass(Duration.ofMinutes(1));
        assertThat(caller(claims())).isPresent();
        assertThat(lines.list)
                .extracting(ILoggingEvent::getFormattedMessage)
                .as("once for one problem")
                .singleElement()
                .asString()
                .contains(
                        "issuer " + issuer.url() + " cannot be asked for its keys",
                        "tokens of the 1 keys that are known are taken, others are refused",
                        "503");
        issuer.setDown(false);
        issuer.rotate();
        pass(IssuerKeys.PAUSE);
        assertThat(caller(claims())).isPresent();
    }

    @Test
    void whileTheIssuerIsDownNoCallerOfAKnownKeyWaitsForIt() {
        assertThat(caller(claims())).isPresent();
        issuer.setDown(true);
        pass(IssuerKeys.FRESH);
        assertThat(caller(claims())).isPresent();
        int asked = issuer.asked();
        List<Runnable> later = new ArrayList<>();
        background = later::add;
        pass(IssuerKeys.PAUSE);
        assertThat(caller(claims())).isPresent();
        assertThat(issuer.asked()).isEqualTo(asked);
        issuer.setDown(false);
        later.get(0).run();
        assertThat(issuer.asked() - asked).as("its description and its keys").isEqualTo(2);
    }

    @Test
    void anIssuerThatIsDownAtTheStartIsAskedAgain() {
        issuer.setDown(true);
        assertThat(caller(claims())).isEmpty();
        issuer.setDown(false);
        assertThat(caller(claims())).as("within the pause").isEmpty();
        pass(IssuerKeys.PAUSE);
        assertThat(caller(claims())).isPresent();
    }

    @Test
    void aProviderThatDescribesAnotherIssuerIsNotBelieved() throws Exception {
        try (TokenIssuer imposter = TokenIssuer.start()) {
            imposter.describeAs(issuer.url(), imposter.url() + "/keys");
            Map<String, Object> claims = with("iss", imposter.url());
            assertThat(tokens(imposter.url()).caller(imposter.sign(claims))).isEmpty();
            imposter.describeAs(imposter.url(), "http://keys.example.com/keys");
            assertThat(tokens(imposter.url()).caller(imposter.sign(claims)))
                    .as("keys in the clear from another machine")
                    .isEmpty();
            imposter.describeAs(imposter.url(), imposter.url() + "/keys");
            assertThat(tokens(imposter.url()).caller(imposter.sign(claims))).isPresent();
        }
    }

    @Test
    void settingsThatCannotHoldAreRefusedWithTheRule() {
        List<OidcGrant> grants = List.of(OidcGrant.parse("groups=a:read:*"));
        assertThatThrownBy(() -> new OidcSettings("http://login.example.com", AUDIENCE, grants))
                .hasMessage("issuer must be an https URL but was http://login.example.com");
        assertThatThrownBy(() -> new OidcSettings("http://127.0.0.1.example.com", AUDIENCE, grants))
                .hasMessageContaining("must be an https URL");
        assertThatThrownBy(() -> new OidcSettings("https://x", " ", grants)).hasMessage("audience must not be empty");
        assertThatThrownBy(() -> new OidcSettings("https://x", AUDIENCE, List.of()))
                .hasMessage("grants must name at least one claim");
        for (String wrong : List.of(
                "groups", "groups=a", "groups=a:read", "=a:read:perf", "groups=a:write:perf", "groups=a:read:A B")) {
            assertThatThrownBy(() -> OidcGrant.parse(wrong)).as(wrong).isInstanceOf(IllegalArgumentException.class);
        }
        assertThat(OidcGrant.parse("https://x/g=urn:y:z:read,publish:perf"))
                .isEqualTo(new OidcGrant(
                        "https://x/g",
                        "urn:y:z",
                        new Caller.Grant(Optional.of(PERF), Set.of(Scope.READ, Scope.PUBLISH))));
    }

    @Test
    void aServerTakesThemBesideItsOwnTokensAndTellsNobodyWhyItRefusesOne() throws Exception {
        BearerTokens own = text -> text.equals("tdm_own") ? Optional.of(Caller.LOCAL) : Optional.empty();
        WebSecurity security = new WebSecurity(Optional.empty(), Optional.of(own.or(tokens)), WebLimits.USUAL);
        try (WebServer server = WebServer.start(new ListenAddress("127.0.0.1", 0), security, routes -> {
            routes.get(
                    "/read", request -> request.result(Callers.of(request, PERF).name()), Scope.READ);
            routes.get(
                    "/rag", request -> request.result(Callers.of(request, RAG).name()), Scope.READ);
            routes.get("/publish", request -> request.result("published"), Scope.PUBLISH);
        })) {
            String token = issuer.sign(claims());
            assertThat(get(server, "/read", token).body()).isEqualTo("oidc ana");
            assertThat(get(server, "/read", "tdm_own").body()).isEqualTo("local");
            assertThat(get(server, "/publish", token).statusCode()).as("scope").isEqualTo(403);
            assertThat(get(server, "/rag", token).statusCode()).as("team").isEqualTo(403);
            assertThat(get(server, "/read?access_token=" + token, token).statusCode())
                    .isEqualTo(400);
            HttpResponse<String> forged =
                    get(server, "/read", Jwts.sign(issuer.head("RS256"), claims(), Jwts.newKeys()));
            assertThat(forged.statusCode()).isEqualTo(401);
            assertThat(forged.body()).isEqualTo(get(server, "/read", "nothing").body());
        }
    }

    private static HttpResponse<String> get(WebServer server, String path, String token) throws Exception {
        return HttpClient.newHttpClient()
                .send(
                        HttpRequest.newBuilder(URI.create(server.url() + path))
                                .header("Authorization", "Bearer " + token)
                                .build(),
                        HttpResponse.BodyHandlers.ofString());
    }

    @Test
    void aSubjectDoesNotReachTheTerminal() {
        assertThat(caller(with("sub", "ana\u001b[2J\n")).orElseThrow().name()).isEqualTo("oidc ana?[2J?");
    }

    private static ListAppender<ILoggingEvent> lines() {
        ListAppender<ILoggingEvent> lines = new ListAppender<>();
        lines.start();
        ((Logger) LoggerFactory.getLogger(IssuerKeys.class)).addAppender(lines);
        return lines;
    }

    private static String encoded(String json) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(json.getBytes(StandardCharsets.UTF_8));
    }
}
