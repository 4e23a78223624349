package io.tidemark.web.oidc;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.schemas.time.DaemonThreads;
import io.tidemark.schemas.time.NanoClock;
import java.io.IOException;
import java.security.Key;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Executor;
import java.util.concurrent.Semaphore;
import java.util.concurrent.locks.ReentrantLock;
import org.jose4j.http.Get;
import org.jose4j.http.SimpleGet;
import org.jose4j.jwk.JsonWebKey;
import org.jose4j.jwk.JsonWebKeySet;
import org.jose4j.jwk.PublicJsonWebKey;
import org.jose4j.jwk.VerificationJwkSelector;
import org.jose4j.jws.JsonWebSignature;
import org.jose4j.jwx.JsonWebStructure;
import org.jose4j.keys.resolvers.VerificationKeyResolver;
import org.jose4j.lang.JoseException;
import org.jose4j.lang.UnresolvableKeyException;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The public keys of an issuer, found by discovery, and how it describes itself. They are asked for again each hour, and when a token names a key
 * that is not known, but not more often than every ten seconds, whatever is presented. While the issuer does not answer, the keys that are known go
 * on, and it is asked in the background. Thread-safe.
 */
final class IssuerKeys implements VerificationKeyResolver {
    static final Duration FRESH = Duration.ofHours(1);
    static final Duration PAUSE = Duration.ofSeconds(10);

    private static final Logger LOG = LoggerFactory.getLogger(IssuerKeys.class);
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int TIMEOUT_MILLIS = 5_000;

    private final OidcSettings settings;
    private final NanoClock clock;
    private final Executor background;
    private final SimpleGet http;
    /** Of callers that wait for the first keys; more are refused at once, so that an issuer that is away holds few threads. */
    static final int MOST_WAITING = 2;

    private final ReentrantLock asking = new ReentrantLock();
    private final Semaphore waiting = new Semaphore(MOST_WAITING);
    private volatile List<JsonWebKey> keys = List.of();
    private volatile Optional<OidcProvider> provider = Optional.empty();
    private volatile Optional<Long> askedNanos = Optional.empty();
    private volatile Optional<Long> foundNanos = Optional.empty();
    /** Empty if the issuer answered when it was last asked. */
    private volatile String lastProblem = "";

    IssuerKeys(OidcSettings settings, NanoClock clock) {
        this(
                settings,
                clock,
                ask -> new DaemonThreads("issuer-keys").newThread(ask).start());
    }

    IssuerKeys(OidcSettings settings, NanoClock clock, Executor background) {
        this.settings = settings;
        this.clock = clock;
        this.background = background;
        this.http = client();
    }

    private static SimpleGet client() {
        Get http = new Get();
        http.setConnectTimeout(TIMEOUT_MILLIS);
        http.setReadTimeout(TIMEOUT_MILLIS);
        http.setRetries(0);
        return http;
    }

    @Override
    public Key resolveKey(JsonWebSignature token, List<JsonWebStructure> around) throws UnresolvableKeyException {
        askIfOld();
        Optional<Key> known = select(token);
        if (known.isPresent()) {
            askAgain();
            return known.get();
        }
        ask();
        return select(token)
                .orElseThrow(() -> new UnresolvableKeyException(
                        "issuer " + settings.issuer() + " has no such key: " + token.getKeyIdHeaderValue()));
    }

    /** How the issuer describes itself; empty if it never answered. */
    Optional<OidcProvider> provider() {
        askIfOld();
        askAgain();
        return provider;
    }

    /** Not if the issuer did not answer: a caller of a known key does not wait for it. */
    private void askIfOld() {
        if (isOlder(foundNanos, FRESH) && (keys.isEmpty() || lastProblem.isEmpty())) {
            ask();
        }
    }

    /** In the background, if what is known is still old. */
    private void askAgain() {
        if (isOlder(foundNanos, FRESH) && isOlder(askedNanos, PAUSE) && !asking.isLocked()) {
            background.execute(this::ask);
        }
    }

    private Optional<Key> select(JsonWebSignature token) throws UnresolvableKeyException {
        try {
            return Optional.ofNullable(new VerificationJwkSelector().select(token, keys))
                    .map(JsonWebKey::getKey);
        } catch (JoseException e) {
            throw new UnresolvableKeyException("no key of issuer " + settings.issuer() + " fits: " + e.getMessage(), e);
        }
    }

    private boolean isOlder(Optional<Long> sinceNanos, Duration age) {
        return sinceNanos.filter(since -> clock.nanos() - since < age.toNanos()).isEmpty();
    }

    /** One thread asks. Others go on with what is known; a few wait if nothing is. */
    private void ask() {
        if (!mayAsk()) {
            return;
        }
        try {
            if (isOlder(askedNanos, PAUSE)) {
                askedNanos = Optional.of(clock.nanos());
                JsonNode described = described();
                keys = found(described);
                provider = Optional.of(OidcProvider.of(described));
                foundNanos = Optional.of(clock.nanos());
                lastProblem = "";
            }
        } catch (IOException | JoseException | IllegalArgumentException e) {
            say(String.valueOf(e.getMessage()));
        } finally {
            asking.unlock();
        }
    }

    private boolean mayAsk() {
        if (asking.tryLock()) {
            return true;
        }
        if (!keys.isEmpty() || !waiting.tryAcquire()) {
            return false;
        }
        asking.lock();
        waiting.release();
        return true;
    }

    private void say(String problem) {
        if (!problem.equals(lastProblem)) {
            lastProblem = problem;
            LOG.warn(
                    "issuer {} cannot be asked for its keys: tokens of the {} keys that are known are taken, others are refused: {}",
                    settings.issuer(),
                    keys.size(),
                    problem);
        }
    }

    private JsonNode described() throws IOException {
        JsonNode described = JSON.readTree(http.get(settings.discovery()).getBody());
        String named = described.path("issuer").asText();
        if (!named.equals(settings.issuer())) {
            throw new IOException(settings.discovery() + " is of issuer \"" + named + "\"");
        }
        return described;
    }

    private List<JsonWebKey> found(JsonNode described) throws IOException, JoseException {
        String place = described.path("jwks_uri").asText();
        OidcSettings.requireSafe("jwks_uri", place);
        List<JsonWebKey> all = new JsonWebKeySet(http.get(place).getBody())
                .getJsonWebKeys().stream()
                        .filter(PublicJsonWebKey.class::isInstance)
                        .toList();
        if (all.isEmpty()) {
            throw new IOException(place + " holds no public key");
        }
        return all;
    }
}
