package io.tidemark.simulator.http;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.metrics.ServerMetrics;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpServerOptions;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.CompletionException;

/** A running simulated vLLM server. Thread-safe. */
public final class SimulatorServer implements AutoCloseable {
    private static final int ACCEPT_BACKLOG = 4096;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Vertx vertx;
    private final EngineDriver driver;
    private final Serving serving;
    private final HttpServer http;

    private SimulatorServer(Vertx vertx, EngineDriver driver, Serving serving, HttpServer http) {
        this.vertx = vertx;
        this.driver = driver;
        this.serving = serving;
        this.http = http;
    }

    /** Starts a server and returns when it listens. */
    public static SimulatorServer start(ServerConfig config, SimulatorOptions options) {
        Vertx vertx = Vertx.vertx(vertxOptions());
        Context loop = vertx.getOrCreateContext();
        Instant started = options.wallClock().instant();
        ServerMetrics metrics = new ServerMetrics(config, started.toEpochMilli() / MILLIS_PER_SECOND);
        Jobs jobs = new Jobs(new Engine(config.engine()), metrics);
        EngineDriver driver =
                new EngineDriver(config, options.nanoClock(), jobs, batch -> loop.runOnContext(run -> writeAll(batch)));
        WriteLog writeLog = new WriteLog(options.writeLogRequests());
        SplittableRandom random = new SplittableRandom(config.seed()).split();
        Serving serving = new Serving(config, options, driver, metrics, writeLog, random);
        try {
            HttpServer http = listen(vertx, serving);
            driver.start();
            return new SimulatorServer(vertx, driver, serving, http);
        } catch (CompletionException e) {
            vertx.close().toCompletionStage().toCompletableFuture().join();
            throw new SimulatorException(
                    "simulator cannot listen on " + options.host() + ":" + options.port() + ": " + e.getCause(), e);
        }
    }

    public String host() {
        return serving.options().host();
    }

    public int port() {
        return http.actualPort();
    }

    /** What clients put before {@code /v1/...}. */
    public String url() {
        return "http://" + host() + ":" + port();
    }

    public ServerConfig config() {
        return serving.config();
    }

    public WriteLog writeLog() {
        return serving.writeLog();
    }

    /** The engine after its last step. */
    public EngineState engineState() {
        return serving.metrics().state();
    }

    /** Stops at once: open connections are cut. */
    @Override
    public void close() {
        driver.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private static HttpServer listen(Vertx vertx, Serving serving) {
        SimulatorOptions options = serving.options();
        HttpServerOptions httpOptions = new HttpServerOptions()
                .setHost(options.host())
                .setPort(options.port())
                .setAcceptBacklog(ACCEPT_BACKLOG)
                .setHttp2ClearTextEnabled(false)
                .setTcpNoDelay(true);
        return vertx.createHttpServer(httpOptions)
                .requestHandler(new Router(serving)::accept)
                .listen()
                .toCompletionStage()
                .toCompletableFuture()
                .join();
    }

    private static void writeAll(List<Delivery> batch) {
        batch.forEach(Delivery::write);
    }

    /** One event loop: everything on the HTTP side is confined to it; no files, so no cache directory. */
    private static VertxOptions vertxOptions() {
        return new VertxOptions()
                .setEventLoopPoolSize(1)
                .setWorkerPoolSize(1)
                .setInternalBlockingPoolSize(1)
                .setFileSystemOptions(
                        new FileSystemOptions().setFileCachingEnabled(false).setClassPathResolvingEnabled(false));
    }
}
