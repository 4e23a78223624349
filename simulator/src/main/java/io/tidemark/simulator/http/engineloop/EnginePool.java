package io.tidemark.simulator.http.engineloop;

import io.tidemark.simulator.engine.fleet.ReplicaLoad;
import io.tidemark.simulator.engine.fleet.Router;
import java.util.List;

/** The engines behind one front, and who gets a request. */
public final class EnginePool implements AutoCloseable {
    private final List<EngineLoop> drivers;
    private final Router router;

    public EnginePool(List<EngineLoop> drivers, Router router) {
        this.drivers = List.copyOf(drivers);
        this.router = router;
    }

    public void start() {
        drivers.forEach(EngineLoop::start);
    }

    public boolean alive() {
        return drivers.stream().allMatch(EngineLoop::alive);
    }

    /** The engine of the next request. Confined to the event loop. */
    public EngineLoop pick() {
        List<ReplicaLoad> loads = drivers.stream()
                .map(driver -> new ReplicaLoad(driver.inFlight(), 0, 0, 0))
                .toList();
        return drivers.get(router.choose(loads));
    }

    public void resetPrefixCache() {
        drivers.forEach(EngineLoop::resetPrefixCache);
    }

    @Override
    public void close() {
        drivers.forEach(EngineLoop::close);
    }
}
