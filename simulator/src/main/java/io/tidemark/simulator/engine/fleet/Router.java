package io.tidemark.simulator.engine.fleet;

import java.util.List;

/** Chooses a replica for each request. Not thread-safe. */
public final class Router {
    private final RoutingPolicy routing;
    private int turn;

    public Router(RoutingPolicy routing) {
        this.routing = routing;
    }

    /** The index of the cheapest replica. */
    public int choose(List<ReplicaLoad> replicas) {
        int chosen = turn % replicas.size();
        for (int i = 1; i < replicas.size(); i++) {
            int next = (turn + i) % replicas.size();
            if (routing.cost(replicas.get(next)) < routing.cost(replicas.get(chosen))) {
                chosen = next;
            }
        }
        turn = (chosen + 1) % replicas.size();
        return chosen;
    }
}
