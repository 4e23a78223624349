package io.tidemark.web.server;

import io.javalin.Javalin;
import io.javalin.config.JavalinConfig;
import io.javalin.config.RoutesConfig;
import io.javalin.http.Context;
import io.tidemark.web.access.Caller;
import io.tidemark.web.session.LoginSessions;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Optional;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Function;
import org.eclipse.jetty.http.HttpException;
import org.eclipse.jetty.http.HttpStatus;
import org.eclipse.jetty.server.Connector;
import org.eclipse.jetty.server.HttpConfiguration;
import org.eclipse.jetty.server.HttpConnectionFactory;
import org.eclipse.jetty.server.Request;
import org.eclipse.jetty.server.Response;
import org.eclipse.jetty.server.SecureRequestCustomizer;
import org.eclipse.jetty.server.Server;
import org.eclipse.jetty.server.ServerConnector;
import org.eclipse.jetty.server.SslConnectionFactory;
import org.eclipse.jetty.server.handler.DoSHandler;
import org.eclipse.jetty.server.handler.SizeLimitHandler;
import org.eclipse.jetty.util.thread.QueuedThreadPool;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * A listening server. It bounds connections and their time for the head of a request. Of each request it finds the caller, counts the rate (429), bounds
 * the body and its time (413, 408), waits for the caller's turn (503), refuses a token in the URL (400), and checks the route's scope (401, 403) before the route sees it.
 */
public final class WebServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(WebServer.class);
    private static final int THREADS = 16;
    private static final int IDLE_THREADS = 4;
    /** Connections that the kernel has taken and this server not yet; the JDK's own number is 50. */
    private static final int NOT_YET_TAKEN = 1024;

    /** The path that says whether the process lives. */
    public static final String LIVE = "/health/live";

    /** The path that says whether the process does its work. */
    public static final String READY = "/health/ready";

    private static final Set<String> PROBES = Set.of(LIVE, READY);

    private final Javalin javalin;
    private final String url;

    private WebServer(Javalin javalin, String url) {
        this.javalin = javalin;
        this.url = url;
    }

    /**
     * Begins to answer.
     *
     * @param routes each with the scopes of which its caller needs one, or {@link Anyone}
     * @throws IOException if it cannot listen there, or the certificate or its key cannot be used
     * @throws IllegalArgumentException if it would be open to other machines without tokens
     */
    public static WebServer start(ListenAddress address, WebSecurity security, Consumer<RoutesConfig> routes)
            throws IOException {
        return start(address, security, Optional.empty(), routes);
    }

    /**
     * Begins to answer, also to browsers that logged in.
     *
     * @param sessions of these browsers; empty for a server without a login
     * @throws IOException as the other
     */
    public static WebServer start(
            ListenAddress address,
            WebSecurity security,
            Optional<LoginSessions> sessions,
            Consumer<RoutesConfig> routes)
            throws IOException {
        if (security.tokens().isEmpty() && !address.isLoopback()) {
            throw new IllegalArgumentException(
                    "a server that other machines reach needs tokens; " + address + " is not loopback");
        }
        Optional<TlsRenewal> tls = Optional.empty();
        if (security.tls().isPresent()) {
            tls = Optional.of(new TlsRenewal(security.tls().get()));
        }
        Setup setup = new Setup(address, security, tls, new Callers(security.tokens(), sessions));
        Javalin javalin = Javalin.create(config -> {
            setup.configure(config);
            routes.accept(config.routes);
        });
        try {
            javalin.start();
        } catch (RuntimeException e) {
            throw new IOException("cannot listen on " + address + ": " + rootMessage(e), e);
        }
        String scheme = security.tls().isPresent() ? "https" : "http";
        return new WebServer(javalin, scheme + "://" + address.inUrl(javalin.port()));
    }

    /** {@code http://host:port}, or {@code https}. */
    public String url() {
        return url;
    }

    /** Null without TLS. */
    @Nullable
    TlsRenewal renewal() {
        return javalin.jettyServer().server().getBean(TlsRenewal.class);
    }

    @Override
    public void close() {
        javalin.stop();
    }

    private record Setup(ListenAddress address, WebSecurity security, Optional<TlsRenewal> tls, Callers callers) {
        void configure(JavalinConfig config) {
            config.startup.showJavalinBanner = false;
            config.startup.showOldJavalinVersionWarning = false;
            config.startup.startupWatcherEnabled = false;
            config.http.prefer405over404 = true;
            config.http.maxRequestSize = security.limits().bodyBytes();
            QueuedThreadPool threads = new QueuedThreadPool(THREADS, IDLE_THREADS);
            threads.setName("http");
            threads.setDaemon(true);
            config.jetty.threadPool = threads;
            config.jetty.modifyHttpConfiguration(http -> http.addCustomizer(new SecurityHeaders(tls.isPresent())));
            config.jetty.modifyHttpConfiguration(http -> http.addCustomizer(security.proxies()));
            config.jetty.modifyServer(this::limit);
            config.jetty.addConnector(this::connector);
            config.routes.exception(RuntimeException.class, WebServer::failed);
            config.routes.before(callers::refuseUnsafe);
            config.routes.beforeMatched(callers::refuseUnentitled);
        }

        private void limit(Server server) {
            WebLimits limits = security.limits();
            // Each is inserted before the others.
            server.insertHandler(new CallerTurns(PROBES));
            server.insertHandler(new WholeBodies(limits.body().toMillis()));
            server.insertHandler(new SizeLimitHandler(limits.bodyBytes(), -1));
            server.insertHandler(rate(callers::identify, limits.requestsPerSecond()));
            DoSHandler unproved = rate(Callers::address, limits.requestsPerSecond());
            unproved.include(callers::bearsUnproved);
            server.insertHandler(unproved);
            server.setErrorHandler(new PlainErrors());
            server.insertHandler(new Connections(limits, security.proxies(), PROBES, server.getScheduler()));
            tls.ifPresent(server::addBean);
        }

        /** Not of probes. It refuses what would fill the bucket, so that one more than may come at once is its size. */
        private static DoSHandler rate(Function<Request, String> by, int perSecond) {
            DoSHandler rate = new DoSHandler(
                    by,
                    new DoSHandler.LeakingBucketTrackerFactory(perSecond, perSecond + 1, null),
                    (request, response, callback) -> {
                        Response.writeError(
                                request,
                                response,
                                callback,
                                HttpStatus.TOO_MANY_REQUESTS_429,
                                "one caller may send at most " + perSecond
                                        + " requests per second, and as many again at once");
                        return true;
                    },
                    -1);
            rate.excludePath(PROBES.toArray(String[]::new));
            return rate;
        }

        private Connector connector(Server server, HttpConfiguration http) {
            ServerConnector connector = tls.map(renewal -> secure(server, http, renewal))
                    .orElseGet(() -> new ServerConnector(server, 1, 1, new HttpConnectionFactory(http)));
            connector.addEventListener(server.getDescendant(Connections.class));
            connector.setHost(address.host());
            connector.setPort(address.port());
            connector.setAcceptQueueSize(NOT_YET_TAKEN);
            try {
                // Here, not by Javalin, which logs what it throws as well.
                connector.open();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return connector;
        }

        private static ServerConnector secure(Server server, HttpConfiguration http, TlsRenewal renewal) {
            // A probe asks by an address that the certificate need not name; a token says who may ask.
            http.addCustomizer(new SecureRequestCustomizer(false));
            HttpConnectionFactory plain = new HttpConnectionFactory(http);
            SslConnectionFactory tls = new SslConnectionFactory(renewal.contexts(), plain.getProtocol());
            return new ServerConnector(server, 1, 1, tls, plain);
        }
    }

    /** Answers a failed request. Local callers and the log get the details of an internal error; other callers do not. */
    private static void failed(RuntimeException error, Context request) {
        if (error instanceof HttpException refused) {
            request.status(refused.getCode()).result(refused.getReason() + "\n");
            return;
        }
        LOG.warn("{} failed: {}", request.path(), error.toString(), error);
        boolean local = Callers.of(request).filter(Caller.LOCAL::equals).isPresent();
        request.status(HttpStatus.INTERNAL_SERVER_ERROR_500)
                .result(local ? error + "\n" : "this failed; the server's log says why\n");
    }

    private static String rootMessage(Throwable error) {
        Throwable root = error;
        while (root.getCause() != null) {
            root = root.getCause();
        }
        return String.valueOf(root.getMessage());
    }
}
