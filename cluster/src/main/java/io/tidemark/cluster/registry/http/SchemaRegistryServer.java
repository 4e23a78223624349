package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.ListenException;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.RegistrySecurity;
import io.tidemark.cluster.registry.SchemaLog;
import io.tidemark.cluster.registry.SubjectRegistry;
import io.tidemark.cluster.registry.access.UserLogins;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.schemas.time.NanoClock;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.io.IOException;
import java.net.SocketException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running registry. It answers any client that speaks Confluent's REST API, and finds its schemas again after a restart. */
public final class SchemaRegistryServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaRegistryServer.class);
    private static final long LIMIT_SECONDS = 20;
    /** More than a head, a body and a check take. */
    private static final Duration ANSWER = Duration.ofMinutes(2);

    private static final long USERS_LOOKED_AT_MILLIS = 1_000;

    private final Vertx vertx;
    private final SchemaLog log;
    private final String url;
    private final int port;

    private SchemaRegistryServer(Vertx vertx, SchemaLog log, String url, int port) {
        this.vertx = vertx;
        this.log = log;
        this.url = url;
        this.port = port;
    }

    /**
     * Reads the topic, then listens.
     *
     * @throws ClusterException if the topic is unfit, the users or the key cannot be read, or the port is taken
     */
    public static SchemaRegistryServer start(RegistryOptions options) {
        SchemaLog log = SchemaLog.open(options);
        try {
            return listening(options, log);
        } catch (RuntimeException e) {
            log.close();
            throw e;
        }
    }

    /** http://host:port or https://host:port, as clients' {@code schema.registry.url} takes it. */
    public String url() {
        return url;
    }

    /** The port that it listens on. */
    public int port() {
        return port;
    }

    @Override
    public void close() {
        try {
            await(vertx.close(), "the registry at " + url + " did not stop");
        } finally {
            log.close();
        }
    }

    private static SchemaRegistryServer listening(RegistryOptions options, SchemaLog log) {
        SubjectRegistry registry = SubjectRegistry.open(log, NanoClock.SYSTEM);
        Vertx vertx = Vertx.vertx(smallOptions());
        try {
            HostPort asked = new HostPort(options.host(), options.port());
            Optional<ServerKey> key = options.security().key().map(files -> new ServerKey(vertx, files));
            HttpServerOptions http = httpOptions(ANSWER).setHost(options.host()).setPort(options.port());
            key.ifPresent(shown -> shown.addTo(http));
            Connections connections =
                    new Connections(vertx, Connections.HEAD, Connections.OF_ADDRESS, Connections.IN_ALL);
            HttpServer server = await(
                    vertx.createHttpServer(http)
                            .connectionHandler(connections)
                            .requestHandler(handler(vertx, connections, registry, options.security()))
                            .listen()
                            .recover(error -> Future.failedFuture(cannotListen(asked, error))),
                    "registry.port: cannot listen on " + asked);
            key.ifPresent(shown -> shown.watch(server));
            String url = (http.isSsl() ? "https://" : "http://") + asked.withPort(server.actualPort());
            LOG.info("Schema registry serves {} from topic {}", url, options.topic());
            return new SchemaRegistryServer(vertx, log, url, server.actualPort());
        } catch (RuntimeException e) {
            await(vertx.close(), "the registry did not stop after " + e);
            throw e;
        }
    }

    private static Throwable cannotListen(HostPort asked, Throwable error) {
        return error instanceof SocketException ? new ListenException("registry.port", asked, error) : error;
    }

    /** One event loop, and no cache directory: no files are served. */
    private static VertxOptions smallOptions() {
        return new VertxOptions()
                .setEventLoopPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
    }

    /**
     * HTTP/1.1 alone: a connection has one request at a time, and is counted before its first byte.
     *
     * @param answer until an answer is read, from the beginning of the connection or the end of the answer before; bytes that come in do not renew it
     */
    static HttpServerOptions httpOptions(Duration answer) {
        return new HttpServerOptions()
                .setHttp2ClearTextEnabled(false)
                .setWriteIdleTimeout((int) answer.toMillis())
                .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    }

    private static RequestHandler handler(
            Vertx vertx, Connections connections, SubjectRegistry registry, RegistrySecurity security) {
        RegistryJson answers = new RegistryJson();
        CallerLimits limits = new CallerLimits(NanoClock.SYSTEM);
        List<EndpointRoute> routes = Stream.of(
                        new SubjectEndpoints(registry, answers, limits).routes(),
                        new SchemaEndpoints(registry, answers).routes(),
                        new CompatibilityEndpoints(registry, answers).routes(),
                        new ConfigEndpoints(registry, answers).routes())
                .flatMap(List::stream)
                .toList();
        HandlerThreads workers = HandlerThreads.of(vertx);
        RequestBodies bodies = new RequestBodies(vertx, RequestBodies.TIME);
        return new RequestHandler(connections, routes, workers, login(vertx, workers, security), limits, bodies);
    }

    private static RequestLogin login(Vertx vertx, HandlerThreads workers, RegistrySecurity security) {
        if (!(security instanceof RegistrySecurity.Users users)) {
            return RequestLogin.none();
        }
        try {
            UserLogins logins = UserLogins.open(users.file());
            vertx.setPeriodic(
                    USERS_LOOKED_AT_MILLIS,
                    timer -> workers.readers().executeBlocking(() -> {
                        logins.refresh();
                        return timer;
                    }));
            return RequestLogin.of(logins, workers.logins());
        } catch (IOException e) {
            throw new ClusterException("the users of the registry cannot be read: " + e.getMessage(), e);
        }
    }

    private static <T> T await(Future<T> future, String problem) {
        try {
            return future.await(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new ClusterException(problem + " within " + LIMIT_SECONDS + " s", e);
        } catch (RuntimeException e) {
            throw e;
        } catch (Throwable e) {
            throw new ClusterException(problem + ": " + e.getMessage(), e);
        }
    }
}
