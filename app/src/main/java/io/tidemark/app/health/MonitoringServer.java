package io.tidemark.app.health;

import io.micrometer.prometheusmetrics.PrometheusMeterRegistry;
import io.tidemark.reports.exit.CommandException;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import io.vertx.core.http.HttpServerRequest;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Supplier;

/** Serves {@code /metrics}, {@code /health} and {@code /health/live} of this process. */
public final class MonitoringServer implements AutoCloseable {
    private static final long LIMIT_SECONDS = 20;

    private final Vertx vertx;
    private final String url;

    private MonitoringServer(Vertx vertx, String url) {
        this.vertx = vertx;
        this.url = url;
    }

    /** @throws CommandException if it cannot listen there */
    public static MonitoringServer start(
            MonitoringAddress address, PrometheusMeterRegistry meters, Supplier<Health> health) {
        Vertx vertx = Vertx.vertx(small());
        try {
            HttpServer server = vertx.createHttpServer(
                            new HttpServerOptions().setHost(address.host()).setPort(address.port()))
                    .requestHandler(request -> answer(vertx, request, meters, health))
                    .listen()
                    .await(LIMIT_SECONDS, TimeUnit.SECONDS);
            return new MonitoringServer(vertx, "http://" + address.host() + ":" + server.actualPort());
        } catch (Throwable e) {
            var unused = vertx.close();
            throw CommandException.infrastructure(
                    "--http: cannot listen on " + address.host() + ":" + address.port() + ": " + e.getMessage(), e);
        }
    }

    /** {@code http://host:port}. */
    public String url() {
        return url;
    }

    @Override
    public void close() {
        try {
            vertx.close().await(LIMIT_SECONDS, TimeUnit.SECONDS);
        } catch (TimeoutException e) {
            throw new IllegalStateException(url + " did not stop within " + LIMIT_SECONDS + " s", e);
        }
    }

    private static void answer(
            Vertx vertx, HttpServerRequest request, PrometheusMeterRegistry meters, Supplier<Health> health) {
        switch (request.path()) {
            case "/metrics" -> {
                String accepted = request.getHeader("accept");
                send(vertx, request, () -> MonitoringPage.metrics(meters, accepted));
            }
            case "/health" ->
                send(
                        vertx,
                        request,
                        () -> HealthPage.of(health.get().ofTeam(request.getParam("team", "")))
                                .page());
            case "/health/live" ->
                send(vertx, request, () -> HealthPage.live(health.get()).page());
            default -> request.response().setStatusCode(404).end("there are /metrics, /health and /health/live\n");
        }
    }

    /** Figures are put together on a worker: they may take milliseconds. */
    private static void send(Vertx vertx, HttpServerRequest request, Supplier<MonitoringPage> page) {
        vertx.executeBlocking(page::get, false)
                .onSuccess(made -> request.response()
                        .putHeader("content-type", made.type())
                        .setStatusCode(made.status())
                        .end(made.body()))
                .onFailure(error -> request.response().setStatusCode(500).end(error + "\n"));
    }

    private static VertxOptions small() {
        return new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(2)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(new FileSystemOptions()
                        .setClassPathResolvingEnabled(false)
                        .setFileCachingEnabled(false));
    }
}
