package io.tidemark.console.browser;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.console.StoredRun;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.fixtures.oauth.CodeLogins;
import io.tidemark.fixtures.oauth.TokenIssuer;
import io.tidemark.fixtures.runs.Events;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.oidc.OidcClient;
import io.tidemark.web.oidc.OidcGrant;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.oidc.OidcSettings;
import io.tidemark.web.oidc.OidcTokens;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebLimits;
import io.tidemark.web.server.WebSecurity;
import java.net.URI;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Pages of a console whose users log in at a provider. For the browser, localhost and 127.0.0.1 are two sites. */
@Tag("integration")
class ProviderLoginPagesTest {
    private static final Instant START = Instant.parse("2026-11-26T10:00:00Z");
    private static final Team PERF = new Team("perf");
    private static final String CLIENT = "tidemark-console";
    private static final String RUN_PAGE = "/teams/perf/runs/" + Events.RUN + "?metric=tpot&step=1";

    @TempDir
    private Path folder = Path.of("");

    private final AtomicReference<Instant> now = new AtomicReference<>(START);

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private Browser browser;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private TokenIssuer issuer;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private CodeLogins people;

    @SuppressWarnings("NullAway.Init") // Made before each test.
    private ConsoleServer console;

    @BeforeEach
    void start() throws Exception {
        browser = Browser.start();
        issuer = TokenIssuer.start();
        people = issuer.offerLogins(new CodeLogins.Client(CLIENT, Optional.empty()), now::get);
        people.claim("groups", "perf-readers");
        people.ask();
        Path store = folder.resolve("store.db");
        StoredRun.write(store, PERF, Events.RUN, START);
        OidcSettings settings =
                new OidcSettings(issuer.url(), "an API", List.of(OidcGrant.parse("groups=perf-readers:read:perf")));
        Clocks clocks = new Clocks(NanoClock.SYSTEM, now::get);
        OidcClient client = new OidcClient(CLIENT, Optional.empty(), List.of(), Optional.empty());
        console = ConsoleServer.start(
                new ConsoleServer.Listening(
                        ListenAddress.parse("127.0.0.1:0"),
                        new WebSecurity(
                                Optional.empty(), Optional.of(new OidcTokens(settings, clocks)), WebLimits.USUAL),
                        false,
                        Optional.of(new OidcLogin(settings, client, clocks, new SecureRandom()))),
                new ConsoleServer.Shown(StoreAddress.of(store), List.of(PERF), Optional.empty()),
                now::get,
                routes -> {});
    }

    @AfterEach
    void stop() {
        if (console != null) {
            console.close();
        }
        if (issuer != null) {
            issuer.close();
        }
        if (browser != null) {
            browser.close();
        }
    }

    @Test
    void aLoginAtTheProviderEndsOnThePageWhereItBeganAndARefusalIsToldThere() {
        String site = "http://localhost:" + URI.create(console.url()).getPort();
        String provider = "Log in with " + URI.create(issuer.url()).getAuthority();
        browser.open(site + RUN_PAGE);
        browser.awaitText(provider);
        browser.requireNoComplaints("login");
        assertThat(browser.accessibilityViolations()).isEmpty();
        browser.openTab(site + "/runs?team=perf");
        browser.awaitText(provider);
        browser.goToTab(0);

        people.refuse("access_denied");
        logIn();
        browser.awaitText("refused the login, or it was cancelled there", provider);
        assertThat(browser.url()).isEqualTo(site + RUN_PAGE);
        browser.picture("login-provider-refused");

        people.refuse("");
        logIn();
        browser.awaitText("max_num_seqs");
        assertThat(browser.url()).isEqualTo(site + RUN_PAGE);
        assertThat(browser.script("return document.cookie")).isEqualTo("");
        browser.requireNoComplaints("after the login");
        browser.goToTab(1);
        browser.awaitText("baseline");

        now.set(START.plusSeconds(301));
        browser.awaitText("Your login ended", provider);
    }

    private void logIn() {
        browser.click(".provider-login a");
        browser.awaitText("Who are you?");
        browser.click("a");
    }
}
