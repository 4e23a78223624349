package io.tidemark.console.login;

import io.tidemark.web.oidc.LoginFailedException;
import io.tidemark.web.oidc.LoginProblem;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Says in the log why logins fail: one line in ten seconds at most, because strangers can make them fail, and none of answers that no login waits
 * for. Thread-safe.
 */
final class FailureLog {
    private static final Logger LOG = LoggerFactory.getLogger(FailureLog.class);
    private static final Duration PAUSE = Duration.ofSeconds(10);

    private final InstantSource clock;
    private Instant next = Instant.MIN;
    private int suppressed;

    FailureLog(InstantSource clock) {
        this.clock = clock;
    }

    synchronized void log(LoginFailedException failure) {
        if (failure.problem() == LoginProblem.EXPIRED) {
            LOG.debug("a login failed: {}", failure.getMessage());
            return;
        }
        Instant now = clock.instant();
        if (now.isBefore(next)) {
            suppressed++;
            return;
        }
        LOG.warn(
                "a login failed ({}): {}{}",
                failure.problem().word(),
                failure.getMessage(),
                suppressed == 0 ? "" : "; since the last such line " + suppressed + " others failed");
        next = now.plus(PAUSE);
        suppressed = 0;
    }
}
