package io.tidemark.simulator.virtualtime;

import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.fleet.ReplicaLoad;
import io.tidemark.simulator.engine.fleet.Router;
import io.tidemark.simulator.http.engineloop.EnginePool;
import io.tidemark.simulator.http.engineloop.GenerationJob;
import java.util.List;

/** The engines behind one front in virtual time, and who gets a request: as {@link EnginePool}, with all that a router may know. */
final class VirtualEnginePool {
    private final List<VirtualEngineLoop> engines;
    private final Router router;

    VirtualEnginePool(List<VirtualEngineLoop> engines, Router router) {
        this.engines = List.copyOf(engines);
        this.router = router;
    }

    /** All answers to a request come from one engine. */
    void submit(List<GenerationJob> jobs) {
        EngineRequest first = jobs.get(0).request();
        List<ReplicaLoad> loads =
                engines.stream().map(engine -> engine.load(first)).toList();
        jobs.forEach(engines.get(router.choose(loads))::submit);
    }

    void end(String id, String reason) {
        engines.stream().filter(engine -> engine.has(id)).forEach(engine -> engine.end(id, reason));
    }

    void resetPrefixCache() {
        engines.forEach(VirtualEngineLoop::resetPrefixCache);
    }

    /** What they were about to do does not happen. */
    void crash() {
        engines.forEach(VirtualEngineLoop::crash);
    }
}
