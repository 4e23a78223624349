package io.tidemark.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import java.security.SecureRandom;
import java.time.Instant;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LoginSessionsTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final LoginSessions sessions = new LoginSessions(now::get, new SecureRandom());

    @Test
    void aSessionKnowsItsTokenUntilItEnds() {
        LoginSessions.Begun begun = sessions.begin("tdm_secret");

        assertThat(sessions.token(begun.cookie())).contains("tdm_secret");
        assertThat(sessions.token(begun.cookie() + "x")).isEmpty();

        sessions.end(begun.cookie());

        assertThat(sessions.token(begun.cookie())).isEmpty();
    }

    @Test
    void itLastsTwelveHours() {
        LoginSessions.Begun begun = sessions.begin("tdm_secret");
        now.set(START.plusSeconds(12 * 3_600 - 1));
        assertThat(sessions.expires(begun.cookie())).contains(START.plusSeconds(12 * 3_600));

        now.set(START.plusSeconds(12 * 3_600));
        assertThat(sessions.token(begun.cookie())).isEmpty();
    }

    @Test
    void theOldestMakesRoom() {
        String first = sessions.begin("first").cookie();
        String second = sessions.begin("second").cookie();
        for (int i = 2; i <= LoginSessions.MAX_SESSIONS; i++) {
            sessions.begin("more");
        }

        assertThat(sessions.token(first)).isEmpty();
        assertThat(sessions.token(second)).contains("second");
    }

    @Test
    void whatIsLoggedOfItHoldsNoSecret() {
        LoginSessions.Begun begun = sessions.begin("tdm_secret");

        assertThat(begun.toString()).doesNotContain(begun.cookie()).doesNotContain("tdm_");
    }
}
