package io.tidemark.web.oidc;

import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.oauth.TokenRequest;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import java.net.URI;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.regex.Pattern;

/**
 * Logins of browsers at an OpenID provider: the authorization code flow with PKCE (OpenID Connect Core 1.0, section 3.1; RFC 7636). A login belongs to
 * the browser that began it, by a cookie; it is answered once, within ten minutes. The id token is checked for this client, and its claims give
 * rights as those of other tokens do. Thread-safe.
 */
public final class OidcLogin {
    /** Where the provider sends browsers, after the address of this server. */
    public static final String CALLBACK = "/login/callback";

    /** How long a user may take at the provider. */
    public static final Duration LIFETIME = PendingLogins.LIFETIME;

    private static final String COOKIE = "tidemark-login-";
    private static final int COOKIE_DIGITS = 16;
    private static final int SECRET_BYTES = 32;

    /** RFC 6749, section 4.1.2.1. */
    private static final String DENIED = "access_denied";

    private static final Pattern ERROR = Pattern.compile("[\\w.-]{1,64}");

    private final OidcSettings settings;
    private final OidcClient client;
    private final SecureRandom random;
    private final IssuerKeys issuer;
    private final IdTokens tokens;
    private final PendingLogins pending;
    private final CodeExchange exchange;

    /**
     * A login that has begun.
     *
     * @param location where the browser logs in
     * @param cookie name of what the browser brings back
     */
    public record Begun(String location, String cookie, String secret) {
        /** Without the secret and the state. */
        @Override
        public String toString() {
            return "login by " + cookie;
        }
    }

    /** What the provider makes the browser say: the parameters of the same names. */
    public record Answer(Optional<String> state, Optional<String> code, Optional<String> iss, Optional<String> error) {
        /** Without code and state. */
        @Override
        public String toString() {
            return "answer " + error.orElse("with a code");
        }
    }

    /**
     * A login that is done.
     *
     * @param tokens that know the token
     * @param until when the token ends
     */
    public record Done(Caller caller, BearerTokens tokens, String token, Instant until, ReturnPath returnPath) {
        /** Without the token. */
        @Override
        public String toString() {
            return caller.name() + " until " + until;
        }
    }

    /**
     * Nothing is asked before the first login.
     *
     * @param settings of the provider; its audience is that of other tokens
     */
    public OidcLogin(OidcSettings settings, OidcClient client, Clocks clocks, SecureRandom random) {
        this.settings = settings;
        this.client = client;
        this.random = random;
        this.issuer = new IssuerKeys(settings, clocks.elapsed());
        this.tokens = new IdTokens(client, new OidcTokens(settings.withAudience(client.id()), clocks, issuer));
        this.pending = new PendingLogins(clocks.wall());
        this.exchange = new CodeExchange(client);
    }

    /** The provider's name, an address. */
    public String provider() {
        return settings.issuer();
    }

    /** What browsers call this server; empty for one that only this machine reaches. */
    public Optional<String> externalUrl() {
        return client.externalUrl();
    }

    /**
     * Begins a login.
     *
     * @param origin what the browser calls this server, without a slash at its end; never what only a stranger says
     */
    public Begun begin(String origin, ReturnPath returnPath) throws LoginFailedException {
        OidcProvider provider = provider(returnPath);
        String state = HexFormat.of().formatHex(bits());
        String secret = secret();
        PendingLogins.Login login =
                new PendingLogins.Login(Sha256.hex(secret), secret(), secret(), origin + CALLBACK, returnPath);
        URI endpoint = endpoint("authorization_endpoint", provider.authorization(), returnPath);
        pending.add(state, login);
        return new Begun(location(client, state, login, endpoint), cookie(state), secret);
    }

    /**
     * What a browser asks the provider for (OpenID Connect Core 1.0, section 3.1.2.1; RFC 7636, section 4.3), as an address, of which the endpoint
     * may have a query already.
     *
     * @param state by which the answer is known
     */
    static String location(OidcClient client, String state, PendingLogins.Login login, URI endpoint) {
        Map<String, String> query = new LinkedHashMap<>();
        query.put("response_type", "code");
        query.put("client_id", client.id());
        query.put("redirect_uri", login.redirectUri());
        query.put("scope", String.join(" ", client.scopes()));
        query.put("state", state);
        query.put("nonce", login.nonce());
        query.put("code_challenge", base64Url(Sha256.bytes(login.verifier())));
        query.put("code_challenge_method", "S256");
        return endpoint + (endpoint.getRawQuery() == null ? "?" : "&") + TokenRequest.encoded(query);
    }

    /**
     * Ends a login.
     *
     * @param cookies of the browser, by name
     */
    public Done finish(Answer answer, Function<String, Optional<String>> cookies) throws LoginFailedException {
        PendingLogins.Login login = answer.state()
                .flatMap(state -> cookies.apply(cookie(state)).flatMap(secret -> pending.take(state, secret)))
                .orElseThrow(() -> new LoginFailedException(
                        LoginProblem.EXPIRED, ReturnPath.FIRST_PAGE, "no login of this browser waits for this answer"));
        OidcProvider provider = provider(login.returnPath());
        requireIssuer(answer, provider, login);
        if (answer.error().isPresent()) {
            throw refusal(answer.error().get(), login);
        }
        String code = answer.code()
                .orElseThrow(() -> login.failed(LoginProblem.REFUSED, settings.issuer() + " answers without a code"));
        URI endpoint = endpoint("token_endpoint", provider.token(), login.returnPath());
        String token = exchange.idToken(endpoint, provider.secretInBody(), new CodeExchange.Code(code, login));
        return tokens.accepted(token, login);
    }

    /** Name of the cookie of a login: each has its own, so that two tabs can log in at a time. */
    private static String cookie(String state) {
        return COOKIE + Sha256.hex(state).substring(0, COOKIE_DIGITS);
    }

    private OidcProvider provider(ReturnPath returnPath) throws LoginFailedException {
        return issuer.provider()
                .orElseThrow(() -> new LoginFailedException(
                        LoginProblem.UNREACHABLE,
                        returnPath,
                        settings.discovery() + " tells nothing of the provider; a line above says why"));
    }

    private URI endpoint(String name, Optional<String> url, ReturnPath returnPath) throws LoginFailedException {
        try {
            OidcSettings.requireSafe(name, url.orElse(""));
            return URI.create(url.orElse(""));
        } catch (IllegalArgumentException e) {
            throw new LoginFailedException(
                    LoginProblem.REFUSED, returnPath, settings.discovery() + ": " + e.getMessage());
        }
    }

    /** The answer is of this provider (RFC 9207): if it names one, and it must where the provider says that it does. */
    private void requireIssuer(Answer answer, OidcProvider provider, PendingLogins.Login login)
            throws LoginFailedException {
        boolean right = answer.iss().map(settings.issuer()::equals).orElse(!provider.namesItself());
        if (!right) {
            throw login.failed(
                    LoginProblem.REFUSED,
                    "iss of the answer must be " + settings.issuer() + " but was "
                            + answer.iss().map(OidcLogin::printable).orElse("missing"));
        }
    }

    private LoginFailedException refusal(String error, PendingLogins.Login login) {
        LoginProblem problem = error.equals(DENIED) ? LoginProblem.DENIED : LoginProblem.PROVIDER;
        return login.failed(problem, settings.issuer() + " ended the login: " + printable(error));
    }

    /** What a browser says goes into the log only if it looks like what a provider makes it say. */
    private static String printable(String text) {
        return ERROR.matcher(text).matches() ? text : "another";
    }

    private String secret() {
        return base64Url(bits());
    }

    private static String base64Url(byte[] bytes) {
        return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
    }

    private byte[] bits() {
        byte[] bits = new byte[SECRET_BYTES];
        random.nextBytes(bits);
        return bits;
    }
}
