package io.tidemark.web.oidc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import io.tidemark.fixtures.oauth.CodeLogins;
import io.tidemark.fixtures.oauth.Jwts;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.web.access.Caller;
import io.tidemark.web.access.Scope;
import io.tidemark.web.oidc.OidcLogin.Answer;
import io.tidemark.web.oidc.OidcLogin.Begun;
import io.tidemark.web.oidc.OidcLogin.Done;
import java.net.URI;
import java.net.URLDecoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.security.KeyPair;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Logins at a provider on loopback, and what an attacker makes of them. */
@Tag("integration")
final class OidcLoginTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final KeyPair KEYS = Jwts.newKeys();
    private static final String ORIGIN = "https://tidemark.example.com";
    private static final ReturnPath PAGE = ReturnPath.of("/runs?team=perf");
    private static final String CLIENT = "tidemark console";

    private final AtomicReference<Instant> wall = new AtomicReference<>(START);
    private final AtomicLong nanos = new AtomicLong();
    private final HttpClient http = HttpClient.newHttpClient();

    @SuppressWarnings("NullAway.Init") // Started before each test.
    private TokenIssuer issuer;

    @SuppressWarnings("NullAway.Init")
    private CodeLogins people;

    @SuppressWarnings("NullAway.Init")
    private OidcLogin login;

    @BeforeEach
    void start() throws Exception {
        issuer = TokenIssuer.start(KEYS);
        people = issuer.offerLogins(new CodeLogins.Client(CLIENT, Optional.empty()), wall::get);
        people.claim("groups", List.of("everybody", "perf-readers"));
        login = login(client(Optional.empty()));
    }

    @AfterEach
    void stop() {
        issuer.close();
    }

    private static OidcClient client(Optional<String> secret) {
        return new OidcClient(CLIENT, secret, List.of("groups"), Optional.of(ORIGIN));
    }

    private OidcLogin login(OidcClient client) {
        OidcSettings settings = new OidcSettings(
                issuer.url(),
                "an API",
                List.of(
                        OidcGrant.parse("groups=perf-readers:read:perf"),
                        OidcGrant.parse("groups=perf-ci:publish:perf")));
        return new OidcLogin(settings, client, new Clocks(nanos::get, wall::get), new SecureRandom());
    }

    private void pass(Duration time) {
        wall.updateAndGet(now -> now.plus(time));
        nanos.addAndGet(time.toNanos());
    }

    private Begun begin() throws Exception {
        return login.begin(ORIGIN, PAGE);
    }

    /** What the provider makes the browser say. */
    private Answer answer(Begun begun) throws Exception {
        HttpResponse<String> response = http.send(
                HttpRequest.newBuilder(URI.create(begun.location())).build(), HttpResponse.BodyHandlers.ofString());
        assertThat(response.statusCode()).as(response.body()).isEqualTo(302);
        String location = response.headers().firstValue("Location").orElseThrow();
        assertThat(location).startsWith(ORIGIN + "/login/callback?");
        Map<String, String> said = query(location);
        return new Answer(
                Optional.ofNullable(said.get("state")),
                Optional.ofNullable(said.get("code")),
                Optional.ofNullable(said.get("iss")),
                Optional.ofNullable(said.get("error")));
    }

    private static Map<String, String> query(String url) {
        return Arrays.stream(URI.create(url).getRawQuery().split("&"))
                .map(field -> field.split("=", 2))
                .collect(Collectors.toMap(
                        field -> field[0], field -> URLDecoder.decode(field[1], StandardCharsets.UTF_8)));
    }

    private static Optional<String> noCookie(String name) {
        return Optional.empty();
    }

    /** The cookies of the browser that began these logins. */
    private static Function<String, Optional<String>> browser(Begun... begun) {
        return name -> Arrays.stream(begun)
                .filter(one -> one.cookie().equals(name))
                .map(Begun::secret)
                .findFirst();
    }

    private Done done() throws Exception {
        Begun begun = begin();
        return login.finish(answer(begun), browser(begun));
    }

    private LoginFailedException refused(Answer answer, Function<String, Optional<String>> browser) {
        return catchThrowableOfType(LoginFailedException.class, () -> login.finish(answer, browser));
    }

    private LoginFailedException refused() throws Exception {
        Begun begun = begin();
        return refused(answer(begun), browser(begun));
    }

    @Test
    void aLoginLeadsBackWithTheRightsOfTheIdToken() throws Exception {
        Done done = done();

        assertThat(done.caller()).isEqualTo(new Caller("oidc ana", Optional.of(new Team("perf")), Set.of(Scope.READ)));
        assertThat(done.returnPath()).isEqualTo(PAGE);
        assertThat(done.until()).isEqualTo(START.plusSeconds(300));
        assertThat(done.tokens().caller(done.token())).contains(done.caller());
        assertThat(done.toString()).doesNotContain(done.token());

        pass(Duration.ofMinutes(7));
        assertThat(done.tokens().caller(done.token())).as("after its end").isEmpty();
    }

    @Test
    void theProviderIsAskedForACodeWithStateNonceAndChallenge() throws Exception {
        people.describe("authorization_endpoint", issuer.url() + "/authorize?tenant=main");
        Begun begun = begin();
        Map<String, String> asked = query(begun.location());

        assertThat(begun.location()).startsWith(issuer.url() + "/authorize?tenant=main&response_type=code&");
        assertThat(asked)
                .containsEntry("client_id", CLIENT)
                .containsEntry("redirect_uri", ORIGIN + "/login/callback")
                .containsEntry("scope", "openid groups")
                .containsEntry("code_challenge_method", "S256");
        assertThat(asked.get("state")).matches("[0-9a-f]{64}");
        assertThat(asked.get("nonce")).matches("[\\w-]{43}");
        assertThat(asked.get("code_challenge")).matches("[\\w-]{43}");
        assertThat(begun.location()).doesNotContain(begun.secret());
        assertThat(begun.cookie())
                .isEqualTo("tidemark-login-" + Sha256.hex(asked.get("state")).substring(0, 16));
        Map<String, String> next = query(begin().location());
        assertThat(List.of(next.get("state"), next.get("nonce"), next.get("code_challenge")))
                .doesNotContain(asked.get("state"), asked.get("nonce"), asked.get("code_challenge"));
    }

    @Test
    void anAnswerIsTakenOfTheBrowserThatBeganItOnly() throws Exception {
        Begun attackers = begin();
        Answer answer = answer(attackers);
        Begun own = begin();

        assertThat(refused(answer, OidcLoginTest::noCookie).problem()).isEqualTo(LoginProblem.EXPIRED);
        assertThat(refused(answer, browser(own)).problem()).isEqualTo(LoginProblem.EXPIRED);
        assertThat(refused(answer, name -> Optional.of(own.secret())).problem()).isEqualTo(LoginProblem.EXPIRED);
        assertThat(refused(answer, OidcLoginTest::noCookie).returnPath()).isEqualTo(ReturnPath.FIRST_PAGE);
    }

    @Test
    void anAnswerWithoutAStateIsNone() {
        Answer bare = new Answer(Optional.empty(), Optional.of("code-1"), Optional.empty(), Optional.empty());
        assertThat(refused(bare, name -> Optional.of("x")).problem()).isEqualTo(LoginProblem.EXPIRED);
        Answer unknown = new Answer(Optional.of("0"), Optional.of("code-1"), Optional.empty(), Optional.empty());
        assertThat(refused(unknown, name -> Optional.of("x")).problem()).isEqualTo(LoginProblem.EXPIRED);
    }

    @Test
    void anAnswerIsTakenOnce() throws Exception {
        Begun begun = begin();
        Answer answer = answer(begun);
        login.finish(answer, browser(begun));

        assertThat(refused(answer, browser(begun)).problem()).isEqualTo(LoginProblem.EXPIRED);
    }

    @Test
    void aUserHasTenMinutes() throws Exception {
        Begun begun = begin();
        Answer answer = answer(begun);
        pass(Duration.ofMinutes(10));

        assertThat(refused(answer, browser(begun)).problem()).isEqualTo(LoginProblem.EXPIRED);

        Begun another = begin();
        pass(Duration.ofMinutes(10).minusSeconds(1));
        assertThat(login.finish(answer(another), browser(another)).caller().name())
                .isEqualTo("oidc ana");
    }

    @Test
    void twoTabsLogInAtATime() throws Exception {
        Begun first = begin();
        Begun second = begin();
        Answer answerOfFirst = answer(first);

        assertThat(login.finish(answer(second), browser(first, second)).caller().name())
                .isEqualTo("oidc ana");
        assertThat(login.finish(answerOfFirst, browser(first, second)).caller().name())
                .isEqualTo("oidc ana");
    }

    @Test
    void aCodeWhoseTimeIsOverOpensNothing() throws Exception {
        Begun begun = begin();
        Answer answer = answer(begun);
        people.forgetCodes();

        LoginFailedException refused = refused(answer, browser(begun));
        assertThat(refused.problem()).isEqualTo(LoginProblem.REFUSED);
        assertThat(refused.returnPath()).isEqualTo(PAGE);
        assertThat(refused).hasMessageContaining(issuer.tokens()).hasMessageContaining("HTTP 400, invalid_grant");
    }

    @Test
    void aCodeOfAnotherLoginHasAnotherVerifier() throws Exception {
        Begun victims = begin();
        Answer stolen = answer(victims);
        Begun attackers = begin();
        Answer injected = new Answer(answer(attackers).state(), stolen.code(), Optional.empty(), Optional.empty());

        LoginFailedException refused = refused(injected, browser(attackers));
        assertThat(refused.problem()).isEqualTo(LoginProblem.REFUSED);
        assertThat(refused).hasMessageContaining("invalid_grant");
    }

    @Test
    void theIdTokenMustBeOfThisLogin() throws Exception {
        people.claim("nonce", "another");
        LoginFailedException refused = refused();

        assertThat(refused.problem()).isEqualTo(LoginProblem.REFUSED);
        assertThat(refused).hasMessageContaining("its nonce is not that of the login");
    }

    @Test
    void theIdTokenMustBeForThisClient() throws Exception {
        people.claim("aud", "an API");
        LoginFailedException refused = refused();
        assertThat(refused.problem()).isEqualTo(LoginProblem.REFUSED);
        assertThat(refused).hasMessageContaining("Audience (aud)").hasMessageContaining("an API");

        people.claim("aud", List.of(CLIENT, "another"));
        assertThat(refused()).hasMessageContaining("azp must be " + CLIENT + " but was missing");
        people.claim("azp", "another");
        assertThat(refused()).hasMessageContaining("azp must be " + CLIENT + " but was another");
        people.claim("azp", CLIENT);
        assertThat(done().caller().name()).isEqualTo("oidc ana");
    }

    @Test
    void theIdTokenMustBeOfTheProviderAndValid() throws Exception {
        people.claim("iss", "https://evil.example");
        assertThat(refused()).hasMessageContaining("Issuer (iss)");
        people.claim("iss", issuer.url());
        people.claim("exp", START.minusSeconds(61).getEpochSecond());
        assertThat(refused()).hasMessageContaining("no longer valid");
        people.claim("exp", START.plusSeconds(300).getEpochSecond());
        done();

        issuer.rotate();
        issuer.forgetEarlierKeys();
        people.describe("jwks_uri", issuer.url() + "/none");
        LoginFailedException refused = refused();
        assertThat(refused.problem()).isEqualTo(LoginProblem.REFUSED);
        assertThat(refused.getMessage()).as("a log keeps no token").doesNotContain("eyJ");
    }

    @Test
    void whoHasNoGroupThatMayReadHasNoRights() throws Exception {
        people.claim("groups", List.of("everybody"));
        assertThat(refused().problem()).isEqualTo(LoginProblem.NO_RIGHTS);
        people.claim("groups", List.of("perf-ci"));
        assertThat(refused().problem()).as("may publish only").isEqualTo(LoginProblem.NO_RIGHTS);
    }

    @Test
    void aRefusalOfTheProviderIsTold() throws Exception {
        people.refuse("access_denied");
        LoginFailedException denied = refused();
        assertThat(denied.problem()).isEqualTo(LoginProblem.DENIED);
        assertThat(denied.returnPath()).isEqualTo(PAGE);

        people.refuse("invalid_scope");
        LoginFailedException refused = refused();
        assertThat(refused.problem()).isEqualTo(LoginProblem.PROVIDER);
        assertThat(refused).hasMessageContaining(issuer.url()).hasMessageContaining("invalid_scope");

        people.refuse("x\nforged line");
        assertThat(refused()).hasMessage(issuer.url() + " ended the login: another");
    }

    @Test
    void anAnswerNamesTheProviderWhereTheProviderSaysThatItDoes() throws Exception {
        people.nameItself("https://evil.example");
        assertThat(refused())
                .as("named, but wrong")
                .hasMessageContaining("iss of the answer must be " + issuer.url() + " but was another");

        people.nameItself(issuer.url());
        assertThat(done().caller().name()).isEqualTo("oidc ana");
    }

    @Test
    void anAnswerOfAProviderThatNamesItselfMustName() throws Exception {
        people.describe("authorization_response_iss_parameter_supported", true);
        LoginFailedException refused = refused();
        assertThat(refused.problem()).isEqualTo(LoginProblem.REFUSED);
        assertThat(refused).hasMessageContaining("but was missing");

        people.refuse("access_denied");
        assertThat(refused().problem()).as("an error too").isEqualTo(LoginProblem.REFUSED);
    }

    @Test
    void aProviderThatIsAwayIsNamed() throws Exception {
        issuer.setDown(true);
        LoginFailedException refused = catchThrowableOfType(LoginFailedException.class, this::begin);
        assertThat(refused.problem()).isEqualTo(LoginProblem.UNREACHABLE);
        assertThat(refused.returnPath()).isEqualTo(PAGE);
        assertThat(refused).hasMessageContaining(issuer.url() + "/.well-known/openid-configuration");

        issuer.setDown(false);
        int before = issuer.asked();
        assertThatThrownBy(this::begin).isInstanceOf(LoginFailedException.class);
        assertThat(issuer.asked()).as("not asked again at once").isEqualTo(before);
        pass(Duration.ofSeconds(10));
        done();

        Begun begun = begin();
        Answer answer = answer(begun);
        issuer.setDown(true);
        LoginFailedException failed = refused(answer, browser(begun));
        assertThat(failed.problem()).isEqualTo(LoginProblem.UNREACHABLE);
        assertThat(failed).hasMessage(issuer.tokens() + " answers 503");
    }

    @Test
    void aTokenEndpointThatIsGoneIsNamed() throws Exception {
        Begun begun = begin();
        Answer answer = answer(begun);
        issuer.close();

        LoginFailedException failed = refused(answer, browser(begun));
        assertThat(failed.problem()).isEqualTo(LoginProblem.UNREACHABLE);
        assertThat(failed).hasMessageContaining(issuer.tokens() + " cannot be asked");
    }

    @ParameterizedTest
    @ValueSource(strings = {"http://login.example.com/authorize", "javascript:alert(1)", "/authorize", ""})
    void browsersAreSentToNoAddressThatOthersCanRead(String endpoint) {
        people.describe("authorization_endpoint", endpoint);

        LoginFailedException refused = catchThrowableOfType(LoginFailedException.class, this::begin);
        assertThat(refused.problem()).isEqualTo(LoginProblem.REFUSED);
        assertThat(refused).hasMessageContaining("authorization_endpoint must be an https URL");
    }

    @Test
    void aClientProvesItselfWithItsSecret() throws Exception {
        issuer.close();
        issuer = TokenIssuer.start(KEYS);
        people = issuer.offerLogins(new CodeLogins.Client(CLIENT, Optional.of("s3cret/+:ü")), wall::get);
        people.claim("groups", "perf-readers");

        login = login(client(Optional.of("s3cret/+:ü")));
        assertThat(done().caller().name()).as("in the header").isEqualTo("oidc ana");
        login = login(client(Optional.of("another")));
        assertThat(refused()).hasMessageContaining("HTTP 401, invalid_client").hasMessageContaining(CLIENT);

        people.describe("token_endpoint_auth_methods_supported", List.of("client_secret_post"));
        login = login(client(Optional.of("s3cret/+:ü")));
        assertThat(done().caller().name()).as("in the body").isEqualTo("oidc ana");
    }

    @Test
    void loginsThatNobodyEndsAreForgotten() throws Exception {
        PendingLogins pending = new PendingLogins(wall::get);
        String hash = Sha256.hex("browser");
        PendingLogins.Login waiting = new PendingLogins.Login(hash, "nonce", "verifier", ORIGIN, PAGE);
        for (int i = 0; i <= PendingLogins.MOST; i++) {
            pending.add("state " + i, waiting);
        }
        assertThat(pending.count()).isEqualTo(PendingLogins.MOST);
        assertThat(pending.take("state 0", "browser"))
                .as("the oldest made room")
                .isEmpty();
        assertThat(pending.take("state 1", "browser")).contains(waiting);

        pass(Duration.ofMinutes(10));
        pending.add("new", waiting);
        assertThat(pending.count()).isEqualTo(1);
    }

    @Test
    void settingsThatCannotHoldAreRefusedWithTheRule() {
        assertThat(new OidcClient(
                        CLIENT, Optional.of("s3cret"), List.of("groups", "openid"), Optional.of(ORIGIN + "/")))
                .isEqualTo(
                        new OidcClient(CLIENT, Optional.of("s3cret"), List.of("openid", "groups"), Optional.of(ORIGIN)))
                .hasToString("client " + CLIENT);
        assertThatThrownBy(() -> new OidcClient(" ", Optional.empty(), List.of(), Optional.empty()))
                .hasMessage("oidc-client-id must not be empty");
        assertThatThrownBy(() -> new OidcClient(CLIENT, Optional.empty(), List.of("a b"), Optional.empty()))
                .hasMessage("oidc-scope must be one word but was \"a b\"");
        for (String wrong : List.of(
                "http://tidemark.example.com",
                "https://tidemark.example.com/console",
                "https://tidemark.example.com?x=1",
                "https://ana@tidemark.example.com",
                "tidemark.example.com")) {
            assertThatThrownBy(() -> new OidcClient(CLIENT, Optional.empty(), List.of(), Optional.of(wrong)))
                    .as(wrong)
                    .hasMessageContaining("external-url must be");
        }
    }

    @Test
    void theChallengeIsTheHashOfTheVerifier() {
        // RFC 7636, appendix B.
        String verifier = "dBjftJeZ4CVP-mB92K27uhbUJU1p1r_wW1gFWFOEjXk";
        PendingLogins.Login rfc = new PendingLogins.Login(Sha256.hex("x"), "n", verifier, ORIGIN, PAGE);

        String location = OidcLogin.location(client(Optional.empty()), "s", rfc, URI.create("https://x/a"));
        assertThat(query(location)).containsEntry("code_challenge", "E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM");
    }
}
