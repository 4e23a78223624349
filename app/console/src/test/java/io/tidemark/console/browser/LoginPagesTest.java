package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredRun;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.AccessTokens;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenFile;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a console with a login, in several tabs. */
@Tag("integration")
class LoginPagesTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final String RUN_PAGE = "/teams/perf/runs/" + Events.RUN + "?metric=tpot";

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);
    private final List<AccessToken> tokens = new ArrayList<>();

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private AccessTokens opened;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    private String ofAnHour = "";
    private String ofADay = "";

    @BeforeEach
    void start() throws Exception {
        browser = Browser.start();
        Path store = folder.resolve("store.db");
        StoredRun.write(store, PERF, Events.RUN, START);
        ofAnHour = token(Duration.ofHours(1));
        ofADay = token(Duration.ofDays(1));
        TokenFile file = new TokenFile(folder.resolve("tokens.json"));
        file.change(none -> List.copyOf(tokens));
        opened = AccessTokens.open(file, now::get);
        console = ConsoleServer.start(
                new ConsoleServer.Listening(
                        ListenAddress.parse("127.0.0.1:0"),
                        new WebSecurity(Optional.empty(), Optional.of(opened), WebLimits.USUAL)),
                new ConsoleServer.Shown(StoreAddress.of(store), List.of(PERF), Optional.empty()),
                now::get,
                routes -> {});
    }

    private String token(Duration valid) {
        AccessToken.Made made = AccessToken.make(
                new AccessToken.Grant(Optional.of(PERF), Set.of(Scope.READ), START, START.plus(valid), "of the test"),
                new SecureRandom());
        tokens.add(made.token());
        return made.secret().text();
    }

    @AfterEach
    void stop() {
        if (console != null) {
            console.close();
            opened.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void aTokenThatExpiresAsksAllTabsForALoginAndOneLoginBringsAllBack() {
        String address = console.url() + RUN_PAGE;
        browser.open(address);
        browser.awaitText("Token");
        browser.submit(ofAnHour);
        browser.awaitText("max_num_seqs");
        browser.openTab(console.url() + "/runs?team=perf");
        browser.awaitText("baseline");

        now.set(START.plus(Duration.ofHours(2)));
        browser.awaitText("Your login ended");
        browser.goToTab(0);
        browser.awaitText("Your login ended");
        assertThat(browser.url()).isEqualTo(address);
        assertThat(browser.text()).doesNotContain("max_num_seqs");

        browser.submit(ofADay);
        browser.awaitText("max_num_seqs");
        assertThat(browser.url()).isEqualTo(address);
        browser.goToTab(1);
        browser.awaitText("baseline");

        browser.click(".who button");
        browser.awaitText("Token");
        browser.goToTab(0);
        browser.awaitText("Token");
    }
}
