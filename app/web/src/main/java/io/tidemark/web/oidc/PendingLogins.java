package io.tidemark.web.oidc;

import io.tidemark.schemas.Sha256;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HexFormat;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;

/** Logins that browsers began and providers have not answered, in memory. Thread-safe. */
final class PendingLogins {
    /** How long a user may take at the provider. */
    static final Duration LIFETIME = Duration.ofMinutes(10);

    /** The oldest is forgotten when there would be more: strangers may begin logins, and must not fill the memory. */
    static final int MOST = 10_000;

    private final InstantSource clock;
    /** By state, the oldest first. */
    private final Map<String, Pending> pending = new LinkedHashMap<>();

    /**
     * A login that waits for its answer.
     *
     * @param browser SHA-256 of what only the browser that began it has, in hexadecimal digits
     * @param nonce that the token must name
     * @param verifier whose hash the provider was given (RFC 7636)
     * @param redirectUri where the provider sends the browser
     * @param returnPath where the browser goes then
     */
    record Login(String browser, String nonce, String verifier, String redirectUri, ReturnPath returnPath) {
        private boolean isOf(String cookie) {
            return MessageDigest.isEqual(HexFormat.of().parseHex(browser), Sha256.bytes(cookie));
        }

        LoginFailedException failed(LoginProblem problem, String message) {
            return new LoginFailedException(problem, returnPath, message);
        }

        /** Without secrets. */
        @Override
        public String toString() {
            return "login that returns to " + returnPath;
        }
    }

    private record Pending(Login login, Instant until) {}

    PendingLogins(InstantSource clock) {
        this.clock = clock;
    }

    synchronized void add(String state, Login login) {
        removeOver();
        if (pending.size() >= MOST) {
            pending.remove(pending.keySet().iterator().next());
        }
        pending.put(state, new Pending(login, clock.instant().plus(LIFETIME)));
    }

    /** Removes and returns the login of a state, so one call alone gets it; empty if it has expired or another browser began it. */
    synchronized Optional<Login> take(String state, String cookie) {
        return Optional.ofNullable(pending.remove(state))
                .filter(found -> clock.instant().isBefore(found.until))
                .map(Pending::login)
                .filter(login -> login.isOf(cookie));
    }

    synchronized int count() {
        return pending.size();
    }

    private void removeOver() {
        Instant now = clock.instant();
        Iterator<Pending> oldest = pending.values().iterator();
        while (oldest.hasNext() && !now.isBefore(oldest.next().until)) {
            oldest.remove();
        }
    }
}
