package io.tidemark.simulator.http.server;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.fleet.Router;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.http.engineloop.EngineLoop;
import io.tidemark.simulator.http.engineloop.EnginePool;
import io.tidemark.simulator.http.engineloop.EngineTiming;
import io.tidemark.simulator.http.engineloop.InFlightJobs;
import io.tidemark.simulator.http.engineloop.OutputDispatcher;
import io.tidemark.simulator.http.engineloop.SimulatedGpus;
import io.tidemark.simulator.metrics.ServerMetrics;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A server from its start to its end or restart: engines, counters, connections. */
record ServerInstance(ServerContext serving, HttpServer http) implements AutoCloseable {
    private static final double MILLIS_PER_SECOND = 1e3;

    /** @throws SimulatorException if the address cannot be listened on */
    static ServerInstance start(
            Vertx vertx,
            ServerContext.SharedState lasting,
            SimulatedGpus gpus,
            SimulatorOptions.Address address,
            Consumer<Fault> injector) {
        SimulatorOptions.Replicas replicas = lasting.options().extras().replicas();
        ServerMetrics metrics = new ServerMetrics(
                lasting.config(),
                new ServerMetrics.Layout(lasting.options().extras().metricsNames(), replicas.count()),
                lasting.options().wallClock().millis() / MILLIS_PER_SECOND);
        ServerContext serving =
                new ServerContext(lasting, engines(vertx.getOrCreateContext(), lasting, gpus, metrics), metrics);
        RouteTable routes = new RouteTable();
        VllmRoutes.add(routes, serving);
        if (lasting.options().extras().admin()) {
            SimulatorRoutes.add(routes, serving, gpus, injector);
        }
        HttpServer http = HttpListener.listen(vertx, address, new HttpRequestRouter(serving, routes)::accept);
        serving.engines().start();
        gpus.loaded();
        return new ServerInstance(serving, http);
    }

    private static EnginePool engines(
            Context loop, ServerContext.SharedState lasting, SimulatedGpus gpus, ServerMetrics metrics) {
        ServerConfig config = lasting.config();
        List<EngineLoop> drivers = new ArrayList<>();
        OutputDispatcher handover = new OutputDispatcher(loop, lasting.options().nanoClock());
        SimulatorOptions.Replicas replicas = lasting.options().extras().replicas();
        for (int i = 0; i < replicas.count(); i++) {
            EngineConfig own = config.engine().withSeed(config.seed() + i);
            InFlightJobs jobs = new InFlightJobs(new Engine(own), metrics.engine(i));
            EngineTiming pace = new EngineTiming(config, lasting.faults(), gpus.of(i));
            drivers.add(new EngineLoop(jobs, lasting.options().nanoClock(), pace, handover));
        }
        return new EnginePool(drivers, new Router(replicas.routing()));
    }

    /** Cuts all connections and stops the engines. */
    @Override
    public void close() {
        http.close().toCompletionStage().toCompletableFuture().join();
        serving.engines().close();
    }
}
