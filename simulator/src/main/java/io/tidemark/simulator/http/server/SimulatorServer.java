package io.tidemark.simulator.http.server;

import io.tidemark.schemas.net.HostPort;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.engineloop.SimulatedGpus;
import io.tidemark.simulator.http.faultinjection.EventLoopTimer;
import io.tidemark.simulator.http.faultinjection.FaultSchedule;
import io.tidemark.simulator.http.faultinjection.SingleStall;
import io.vertx.core.Vertx;
import io.vertx.core.VertxOptions;
import io.vertx.core.file.FileSystemOptions;
import io.vertx.core.http.HttpServer;
import java.util.OptionalInt;
import java.util.SplittableRandom;
import java.util.concurrent.locks.LockSupport;

/** A running simulated vLLM server. Thread-safe. */
public final class SimulatorServer implements AutoCloseable {
    private static final double NANOS_PER_SECOND = 1e9;
    private static final double MILLIS_PER_SECOND = 1e3;

    private final Vertx vertx;
    private final ServerContext.SharedState lasting;
    private final SimulatedGpus gpus;
    private final OptionalInt gpuPort;
    private volatile ServerInstance life;
    private boolean closed;

    private SimulatorServer(Vertx vertx, ServerContext.SharedState lasting) {
        this.vertx = vertx;
        this.lasting = lasting;
        this.gpus = new SimulatedGpus(
                lasting.config(),
                lasting.faults(),
                lasting.options().nanoClock(),
                lasting.options().extras().replicas().count());
        lasting.config().faults().all().forEach(this::inject);
        lasting.options().extras().faults().forEach(this::inject);
        this.life = ServerInstance.start(vertx, lasting, gpus, lasting.options().address(), this::inject);
        this.gpuPort = lasting.options().extras().gpuPort().isEmpty()
                ? OptionalInt.empty()
                : OptionalInt.of(exporter(lasting.options().extras().gpuPort().getAsInt()));
    }

    /** Starts a server and returns when it listens. */
    public static SimulatorServer start(ServerConfig config, SimulatorOptions options) {
        Vertx vertx = Vertx.vertx(vertxOptions());
        FaultSchedule faults = new FaultSchedule(options.nanoClock(), config.seed());
        EventLoopTimer later = (millis, task) -> vertx.setTimer(Math.max(1, millis), timer -> task.run());
        ServerContext.SharedState lasting = new ServerContext.SharedState(
                config,
                options,
                faults,
                new WriteLog(options.writeLogRequests(), SimulatorOptions.WRITE_LOG_BYTES),
                new UvicornHeaders(options.wallClock(), faults),
                new SingleStall(later, faults),
                later,
                new ServerContext.RequestIds(new SplittableRandom(config.seed()).split()));
        try {
            return new SimulatorServer(vertx, lasting);
        } catch (SimulatorException e) {
            vertx.close().toCompletionStage().toCompletableFuture().join();
            throw e;
        }
    }

    public String host() {
        return lasting.options().address().host();
    }

    public int port() {
        return life.http().actualPort();
    }

    /** What clients put before {@code /v1/...}. */
    public String url() {
        return "http://" + new HostPort(host(), port());
    }

    /** Where the accelerators' exporter listens, if it was asked for. */
    public OptionalInt gpuPort() {
        return gpuPort;
    }

    public ServerConfig config() {
        return lasting.config();
    }

    public WriteLog writeLog() {
        return lasting.writeLog();
    }

    /** The engine after its last step. */
    public EngineState engineState() {
        return life.serving().metrics().engine(0).state();
    }

    /** Puts a fault on; it takes itself off if it has an end. */
    public void inject(Fault fault) {
        FaultSchedule.ScheduledFault posted = lasting.faults().add(fault);
        if (fault.kind() == FaultKind.RESTART) {
            lasting.later().run(Math.round(fault.fromSeconds() * MILLIS_PER_SECOND), () -> restartFor(posted));
        }
    }

    /** Takes all faults off. */
    public void clearFaults() {
        lasting.faults().clear();
    }

    /** Stops at once: open connections are cut. */
    @Override
    public synchronized void close() {
        closed = true;
        life.close();
        vertx.close().toCompletionStage().toCompletableFuture().join();
    }

    private void restartFor(FaultSchedule.ScheduledFault posted) {
        if (!lasting.faults().contains(posted)) {
            return;
        }
        Thread thread = new Thread(() -> restart(posted.fault().forSeconds()), "simulator-restart");
        thread.setDaemon(true);
        thread.start();
    }

    /** Ends all that a crash ends, stays away for a while, and comes back on the same port with nothing but its configuration. */
    private synchronized void restart(double awaySeconds) {
        if (closed) {
            return;
        }
        int port = port();
        life.close();
        gpus.unloaded();
        long backNanos = lasting.options().nanoClock().nanos() + Math.round(awaySeconds * NANOS_PER_SECOND);
        for (long left = leftNanos(backNanos); left > 0; left = leftNanos(backNanos)) {
            LockSupport.parkNanos(left);
        }
        life = ServerInstance.start(vertx, lasting, gpus, new SimulatorOptions.Address(host(), port), this::inject);
    }

    private long leftNanos(long untilNanos) {
        return untilNanos - lasting.options().nanoClock().nanos();
    }

    private int exporter(int port) {
        HttpServer exporter = HttpListener.listen(vertx, new SimulatorOptions.Address(host(), port), request -> {
            boolean page = request.path().equals("/metrics");
            request.response()
                    .setStatusCode(page ? 200 : 404)
                    .putHeader("content-type", MetricsEndpoint.PROMETHEUS)
                    .end(page ? gpus.page() : "")
                    .onFailure(gone -> {});
        });
        return exporter.actualPort();
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
