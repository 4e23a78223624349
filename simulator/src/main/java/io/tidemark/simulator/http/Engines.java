package io.tidemark.simulator.http;

import java.util.List;

/** The engines behind one front. */
final class Engines implements AutoCloseable {
    private final List<EngineDriver> drivers;
    private int next;

    Engines(List<EngineDriver> drivers) {
        this.drivers = List.copyOf(drivers);
    }

    void start() {
        drivers.forEach(EngineDriver::start);
    }

    boolean alive() {
        return drivers.stream().allMatch(EngineDriver::alive);
    }

    /** The engine of the next request, in turn. Confined to the event loop. */
    EngineDriver pick() {
        EngineDriver driver = drivers.get(next);
        next = (next + 1) % drivers.size();
        return driver;
    }

    void resetPrefixCache() {
        drivers.forEach(EngineDriver::resetPrefixCache);
    }

    @Override
    public void close() {
        drivers.forEach(EngineDriver::close);
    }
}
