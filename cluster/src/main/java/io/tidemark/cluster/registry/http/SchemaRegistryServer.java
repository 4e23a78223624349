package io.tidemark.cluster.registry.http;

import io.tidemark.cluster.ClusterException;
import io.tidemark.cluster.registry.RegistryOptions;
import io.tidemark.cluster.registry.SchemaLog;
import io.tidemark.cluster.registry.SubjectRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A running registry. It answers any client that speaks Confluent's REST API, and finds its schemas again after a restart. */
public final class SchemaRegistryServer implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(SchemaRegistryServer.class);
    private static final long LIMIT_SECONDS = 20;

    private final Vertx vertx;
    private final SchemaLog log;
    private final String url;

    private SchemaRegistryServer(Vertx vertx, SchemaLog log, String url) {
        this.vertx = vertx;
        this.log = log;
        this.url = url;
    }

    /**
     * Reads the topic, then listens.
     *
     * @throws ClusterException if the topic is unfit or the port is taken
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

    /** http://host:port, as clients' {@code schema.registry.url} takes it. */
    public String url() {
        return url;
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
        SubjectRegistry registry = SubjectRegistry.open(log);
        Vertx vertx = Vertx.vertx(smallOptions());
        try {
            String place = options.host() + ":" + options.port();
            HttpServer server = await(
                    vertx.createHttpServer(new HttpServerOptions()
                                    .setHost(options.host())
                                    .setPort(options.port()))
                            .requestHandler(handler(vertx, registry))
                            .listen(),
                    "registry.port: cannot listen on " + place);
            String url = "http://" + options.host() + ":" + server.actualPort();
            LOG.info("Schema registry serves {} from topic {}", url, options.topic());
            return new SchemaRegistryServer(vertx, log, url);
        } catch (RuntimeException e) {
            await(vertx.close(), "the registry did not stop after " + e);
            throw e;
        }
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

    private static RequestHandler handler(Vertx vertx, SubjectRegistry registry) {
        RegistryJson answers = new RegistryJson();
        List<EndpointRoute> routes = Stream.of(
                        new SubjectEndpoints(registry, answers).routes(),
                        new SchemaEndpoints(registry, answers).routes(),
                        new CompatibilityEndpoints(registry, answers).routes(),
                        new ConfigEndpoints(registry, answers).routes())
                .flatMap(List::stream)
                .toList();
        return new RequestHandler(routes, HandlerThreads.of(vertx), answers);
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
