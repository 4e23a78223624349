package io.tidemark.console.login;

import io.javalin.config.RoutesConfig;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.BearerTokens;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.session.LoginSessions;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;

/**
 * The routes by which browsers log in and out. They need no login themselves.
 *
 * @param offered empty where nothing may be changed
 */
public record LoginRoutes(Logins logins, Optional<Offered> offered, InstantSource clock) {
    /**
     * How browsers log in.
     *
     * @param tokens empty for a server without a login
     * @param provider where they log in without a token; empty for tokens alone
     * @param encrypted whether browsers speak TLS to the server or to a proxy before it
     */
    public record Logins(
            Optional<BearerTokens> tokens, Optional<OidcLogin> provider, LoginSessions sessions, boolean encrypted) {}

    /**
     * What may be changed through a cluster by callers with the scope {@code admin}.
     *
     * @param objectives teams of whose runs that last the objectives may be changed
     * @param stops teams whose runs may be stopped
     */
    public record Offered(Set<Team> objectives, Set<Team> stops) {
        public Offered {
            objectives = Set.copyOf(objectives);
            stops = Set.copyOf(stops);
        }
    }

    public void addTo(RoutesConfig routes) {
        LoginCookies cookies = new LoginCookies(logins.encrypted(), clock);
        new SessionRoutes(this, cookies).addTo(routes);
        logins.provider()
                .ifPresent(provider ->
                        new ProviderRoutes(provider, logins.sessions(), cookies, new FailureLog(clock)).addTo(routes));
    }
}
