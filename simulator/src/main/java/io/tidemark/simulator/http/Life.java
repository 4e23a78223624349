package io.tidemark.simulator.http;

import io.tidemark.simulator.config.Fault;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.Router;
import io.tidemark.simulator.metrics.ServerMetrics;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpServer;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** A server from its start to its end or restart: engines, counters, connections. */
record Life(Serving serving, HttpServer http) implements AutoCloseable {
    private static final double MILLIS_PER_SECOND = 1e3;

    /** @throws SimulatorException if the address cannot be listened on */
    static Life begin(
            Vertx vertx,
            Serving.Lasting lasting,
            Gpus gpus,
            SimulatorOptions.Address address,
            Consumer<Fault> injector) {
        SimulatorOptions.Replicas replicas = lasting.options().extras().replicas();
        ServerMetrics metrics = new ServerMetrics(
                lasting.config(),
                new ServerMetrics.Layout(lasting.options().extras().metricsNames(), replicas.count()),
                lasting.options().wallClock().millis() / MILLIS_PER_SECOND);
        Serving serving = new Serving(lasting, engines(vertx.getOrCreateContext(), lasting, gpus, metrics), metrics);
        Routes routes = new Routes();
        VllmRoutes.add(routes, serving);
        if (lasting.options().extras().admin()) {
            SimulatorRoutes.add(routes, serving, gpus, injector);
        }
        HttpServer http = Listening.on(vertx, address, new Front(serving, routes)::accept);
        serving.engines().start();
        gpus.loaded();
        return new Life(serving, http);
    }

    private static Engines engines(Context loop, Serving.Lasting lasting, Gpus gpus, ServerMetrics metrics) {
        ServerConfig config = lasting.config();
        List<EngineDriver> drivers = new ArrayList<>();
        Handover handover = new Handover(loop, lasting.options().nanoClock());
        SimulatorOptions.Replicas replicas = lasting.options().extras().replicas();
        for (int i = 0; i < replicas.count(); i++) {
            EngineConfig own = config.engine().withSeed(config.seed() + i);
            Jobs jobs = new Jobs(new Engine(own), metrics.engine(i));
            Pace pace = new Pace(config, lasting.faults(), gpus.of(i));
            drivers.add(new EngineDriver(jobs, lasting.options().nanoClock(), pace, handover));
        }
        return new Engines(drivers, new Router(replicas.routing()));
    }

    /** Cuts all connections and stops the engines. */
    @Override
    public void close() {
        http.close().toCompletionStage().toCompletableFuture().join();
        serving.engines().close();
    }
}
