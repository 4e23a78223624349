package io.tidemark.web.session;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.access.Caller;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;

class LoginSessionsTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");

    private static final BearerTokens TOKENS = token -> Optional.of(caller(token));

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final LoginSessions sessions = new LoginSessions(now::get, new SecureRandom(), LoginSessions.COOKIE);

    @Test
    void aSessionKnowsItsTokenUntilItEnds() {
        LoginSessions.Begun begun = sessions.begin(TOKENS, "tdm_secret");

        assertThat(sessions.caller(begun.cookie())).contains(caller("tdm_secret"));
        assertThat(sessions.caller(begun.cookie() + "x")).isEmpty();

        sessions.end(begun.cookie());

        assertThat(sessions.caller(begun.cookie())).isEmpty();
    }

    @Test
    void itLastsTwelveHours() {
        LoginSessions.Begun begun = sessions.begin(TOKENS, "tdm_secret");
        now.set(START.plusSeconds(12 * 3_600 - 1));
        assertThat(sessions.expires(begun.cookie())).contains(START.plusSeconds(12 * 3_600));

        now.set(START.plusSeconds(12 * 3_600));
        assertThat(sessions.caller(begun.cookie())).isEmpty();
    }

    @Test
    void itEndsWithItsTokenWhereThatIsEarlier() {
        LoginSessions.Begun begun = sessions.begin(TOKENS, "tdm_secret", START.plusSeconds(300));
        assertThat(begun.expires()).isEqualTo(START.plusSeconds(300));

        now.set(START.plusSeconds(299));
        assertThat(sessions.caller(begun.cookie())).isPresent();
        now.set(START.plusSeconds(300));
        assertThat(sessions.caller(begun.cookie())).isEmpty();
        assertThat(sessions.expires(begun.cookie())).isEmpty();
        assertThat(sessions.begin(TOKENS, "tdm_secret", Instant.MAX).expires())
                .isEqualTo(START.plusSeconds(300 + 12 * 3_600));
    }

    @Test
    void eachAsksTheTokensThatItBeganWith() {
        AtomicReference<Optional<Caller>> others = new AtomicReference<>(Optional.of(caller("other")));
        String cookie = sessions.begin(token -> others.get(), "tdm_secret").cookie();
        assertThat(sessions.caller(cookie)).contains(caller("other"));

        others.set(Optional.empty());
        assertThat(sessions.caller(cookie)).isEmpty();
    }

    @Test
    void theOldestMakesRoom() {
        String first = sessions.begin(TOKENS, "first").cookie();
        String second = sessions.begin(TOKENS, "second").cookie();
        for (int i = 2; i <= LoginSessions.MAX_SESSIONS; i++) {
            sessions.begin(TOKENS, "more");
        }

        assertThat(sessions.caller(first)).isEmpty();
        assertThat(sessions.caller(second)).contains(caller("second"));
    }

    @Test
    void whatIsLoggedOfItHoldsNoSecret() {
        LoginSessions.Begun begun = sessions.begin(TOKENS, "tdm_secret");

        assertThat(begun.toString()).doesNotContain(begun.cookie()).doesNotContain("tdm_");
    }

    private static Caller caller(String name) {
        return new Caller(name, List.of());
    }
}
