package io.tidemark.web.session;

import io.tidemark.schemas.Sha256;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/**
 * Sessions of browsers that logged in with a token, in memory: all are over when the process ends. A session keeps the token and no rights, so
 * that a token that expires or is revoked ends its sessions at once. Thread-safe.
 */
public final class LoginSessions {
    /** Name of the cookie where browsers may send it without TLS, on loopback. */
    public static final String COOKIE = "tidemark-session";

    /**
     * What the name of a cookie of TLS begins with: browsers take one only over TLS, for this host and all of its paths (RFC 6265bis, 4.1.3.2), so
     * that no other host of the domain plants it.
     */
    private static final String HOST_PREFIX = "__Host-";

    /** How long a session lasts, whatever happens in it. */
    public static final Duration LIFETIME = Duration.ofHours(12);

    /** Sessions of one process; the oldest ends when there would be more. */
    static final int MAX_SESSIONS = 10_000;

    private static final int ID_BYTES = 32;

    private final InstantSource clock;
    private final SecureRandom random;
    private final String cookie;
    /** By SHA-256 of the cookie's value, the oldest first. */
    private final Map<String, Session> sessions = new LinkedHashMap<>();

    private record Session(BearerTokens tokens, String token, Instant expires) {}

    /** A session that has begun. */
    public record Begun(String cookie, Instant expires) {
        /** Not the value: records may be logged. */
        @Override
        public String toString() {
            return "session until " + expires;
        }
    }

    /** The name that a cookie has in browsers, which send it over TLS alone if it is encrypted. */
    public static String cookieName(String plain, boolean encrypted) {
        return encrypted ? HOST_PREFIX + plain : plain;
    }

    /** @param cookie its name */
    public LoginSessions(InstantSource clock, SecureRandom random, String cookie) {
        this.clock = clock;
        this.random = random;
        this.cookie = cookie;
    }

    /** Name of the cookie. */
    public String cookie() {
        return cookie;
    }

    /** Begins a session under a new random value: none that was known before the login is taken over. */
    public Begun begin(BearerTokens tokens, String token) {
        return begin(tokens, token, Instant.MAX);
    }

    /**
     * The same with an end.
     *
     * @param tokens that know the token, and are asked again whenever the session is used
     * @param until when it ends, if it lasts so long
     */
    public synchronized Begun begin(BearerTokens tokens, String token, Instant until) {
        byte[] bits = new byte[ID_BYTES];
        random.nextBytes(bits);
        String cookie = Base64.getUrlEncoder().withoutPadding().encodeToString(bits);
        Instant longest = clock.instant().plus(LIFETIME);
        Instant expires = until.isBefore(longest) ? until : longest;
        removeExpired();
        if (sessions.size() >= MAX_SESSIONS) {
            sessions.remove(sessions.keySet().iterator().next());
        }
        sessions.put(Sha256.hex(cookie), new Session(tokens, token, expires));
        return new Begun(cookie, expires);
    }

    /** Whose the session of a cookie is; empty if it is over, there is none, or its token gives no access any more. */
    public Optional<Caller> caller(String cookie) {
        return find(cookie).flatMap(session -> session.tokens.caller(session.token));
    }

    /** When the session of a cookie ends. */
    public Optional<Instant> expires(String cookie) {
        return find(cookie).map(Session::expires);
    }

    /** Ends the session of a cookie, if there is one. */
    public synchronized void end(String cookie) {
        sessions.remove(Sha256.hex(cookie));
    }

    private synchronized Optional<Session> find(String cookie) {
        return Optional.ofNullable(sessions.get(Sha256.hex(cookie)))
                .filter(session -> clock.instant().isBefore(session.expires));
    }

    private void removeExpired() {
        Instant now = clock.instant();
        sessions.values().removeIf(session -> !now.isBefore(session.expires));
    }
}
