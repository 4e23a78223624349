package io.tidemark.console.server;

import io.javalin.config.RoutesConfig;
import io.tidemark.console.api.ConsoleApi;
import io.tidemark.console.api.StoreReaders;
import io.tidemark.console.change.ChangeRoutes;
import io.tidemark.console.change.Changes;
import io.tidemark.console.change.TeamControl;
import io.tidemark.console.live.EventLog;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.live.TopicEnds;
import io.tidemark.console.live.Viewers;
import io.tidemark.console.login.LoginRoutes;
import io.tidemark.console.view.FeedView;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.oidc.OidcLogin;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import io.tidemark.web.server.WebServer;
import io.tidemark.web.session.LoginSessions;
import java.io.IOException;
import java.security.SecureRandom;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Consumer;

/** A listening console. It reads the store and the topics, and makes the changes that its callers may ask for. */
public final class ConsoleServer implements AutoCloseable {
    /** Characters of events that are kept for pages that come back: minutes of a busy team. */
    private static final long LOG_CHARACTERS = 64L << 20;

    private final ConsoleApi.Sources sources;
    private final WebServer server;

    private ConsoleServer(ConsoleApi.Sources sources, WebServer server) {
        this.sources = sources;
        this.server = server;
    }

    /**
     * Where it listens, and to whom.
     *
     * @param security without tokens there is no login, so the address must be on loopback
     * @param behindProxy whether a proxy before it speaks TLS
     * @param provider where browsers may log in without a token
     */
    public record Listening(
            ListenAddress address, WebSecurity security, boolean behindProxy, Optional<OidcLogin> provider) {
        /** Without a proxy and without a provider. */
        public Listening(ListenAddress address, WebSecurity security) {
            this(address, security, false, Optional.empty());
        }

        /** Whether cookies are for TLS alone: with TLS, behind a proxy, and always off loopback, where the server or its proxy speaks TLS. */
        private boolean encrypted() {
            boolean proxied = provider.flatMap(OidcLogin::externalUrl)
                    .filter(url -> url.startsWith("https:"))
                    .isPresent();
            return security.tls().isPresent() || behindProxy || proxied || !address.isLoopback();
        }
    }

    /**
     * What it shows and changes.
     *
     * @param teams whose topics are read
     * @param cluster empty to show the store alone
     * @param changes empty for a console that only reads
     */
    public record Shown(
            StoreAddress store, List<Team> teams, Optional<LiveTeams.Cluster> cluster, Optional<Changes> changes) {
        public Shown {
            teams = List.copyOf(teams);
        }

        /** Of a console that only reads. */
        public Shown(StoreAddress store, List<Team> teams, Optional<LiveTeams.Cluster> cluster) {
            this(store, teams, cluster, Optional.empty());
        }

        private Optional<LoginRoutes.Offered> offered() {
            return changes.map(what ->
                    new LoginRoutes.Offered(TeamControl.teams(what.objectives()), TeamControl.teams(what.stops())));
        }
    }

    /**
     * Begins to answer.
     *
     * @param more further routes of the same server, such as those of its health
     * @throws IOException if it cannot listen there
     */
    public static ConsoleServer start(
            Listening listening, Shown shown, InstantSource clock, Consumer<RoutesConfig> more) throws IOException {
        SecureRandom random = new SecureRandom();
        EventLog log = new EventLog(LOG_CHARACTERS);
        LiveTeams live = LiveTeams.start(shown.teams(), shown.cluster(), clock, log);
        ConsoleApi.Sources sources = new ConsoleApi.Sources(
                new StoreReaders(shown.store()),
                shown.store().openAlerts(),
                shown.store().openBaselines(),
                shown.store().openAnnotations(),
                live,
                new Viewers(live, log, clock, random),
                shown.cluster().map(cluster -> new TopicEnds(cluster.source())));
        boolean started = false;
        try {
            LoginSessions sessions = new LoginSessions(
                    clock, random, LoginSessions.cookieName(LoginSessions.COOKIE, listening.encrypted()));
            LoginRoutes.Logins logins = new LoginRoutes.Logins(
                    listening.security().tokens(), listening.provider(), sessions, listening.encrypted());
            LoginRoutes login = new LoginRoutes(logins, shown.offered(), clock);
            ConsoleApi api = new ConsoleApi(sources, clock);
            ChangeRoutes changes = new ChangeRoutes(shown.changes(), sources, clock);
            WebServer server =
                    WebServer.start(listening.address(), listening.security(), Optional.of(sessions), routes -> {
                        changes.addTo(routes);
                        login.addTo(routes);
                        api.addTo(routes);
                        more.accept(routes);
                        PageFiles.ofBuild().addTo(routes);
                    });
            started = true;
            return new ConsoleServer(sources, server);
        } finally {
            if (!started) {
                sources.close();
            }
        }
    }

    /** {@code http://host:port}, or {@code https}. */
    public String url() {
        return server.url();
    }

    /** How each team's topics are read. */
    public List<FeedView> feeds() {
        return sources.live().feeds();
    }

    /** Event streams that are open: one a browser. */
    public int viewers() {
        return sources.viewers().count();
    }

    @Override
    public void close() {
        sources.viewers().close();
        server.close();
        sources.close();
    }
}
