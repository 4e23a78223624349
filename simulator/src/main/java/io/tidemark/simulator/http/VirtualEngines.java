package io.tidemark.simulator.http;

import io.tidemark.simulator.engine.ReplicaLoad;
import io.tidemark.simulator.engine.Router;
import io.tidemark.simulator.engine.SimRequest;
import java.util.List;

/** The engines behind one front in virtual time, and who gets a request: as {@link Engines}, with all that a router may know. */
final class VirtualEngines {
    private final List<VirtualEngine> engines;
    private final Router router;

    VirtualEngines(List<VirtualEngine> engines, Router router) {
        this.engines = List.copyOf(engines);
        this.router = router;
    }

    /** All answers to a request come from one engine. */
    void submit(List<Job> jobs) {
        SimRequest first = jobs.get(0).request();
        List<ReplicaLoad> loads =
                engines.stream().map(engine -> engine.load(first)).toList();
        jobs.forEach(engines.get(router.choose(loads))::submit);
    }

    void end(String id, String reason) {
        engines.stream().filter(engine -> engine.has(id)).forEach(engine -> engine.end(id, reason));
    }

    void resetPrefixCache() {
        engines.forEach(VirtualEngine::resetPrefixCache);
    }

    /** What they were about to do does not happen. */
    void crash() {
        engines.forEach(VirtualEngine::crash);
    }
}
