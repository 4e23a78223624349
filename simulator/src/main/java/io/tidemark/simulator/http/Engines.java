package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.ReplicaLoad;
import io.tidemark.simulator.engine.Router;
import java.util.List;

/** The engines behind one front, and who gets a request. */
final class Engines implements AutoCloseable {
    private final List<EngineDriver> drivers;
    private final Router router;

    Engines(List<EngineDriver> drivers, Router router) {
        this.drivers = List.copyOf(drivers);
        this.router = router;
    }

    void start() {
        drivers.forEach(EngineDriver::start);
    }

    boolean alive() {
        return drivers.stream().allMatch(EngineDriver::alive);
    }

    /** The engine of the next request. Confined to the event loop. */
    EngineDriver pick() {
        List<ReplicaLoad> loads = drivers.stream()
                .map(driver -> new ReplicaLoad(driver.inFlight(), 0, 0, 0))
                .toList();
        return drivers.get(router.choose(loads));
    }

    void resetPrefixCache() {
        drivers.forEach(EngineDriver::resetPrefixCache);
    }

    @Override
    public void close() {
        drivers.forEach(EngineDriver::close);
    }
}
