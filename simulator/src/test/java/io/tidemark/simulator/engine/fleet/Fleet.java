package io.tidemark.simulator.engine.fleet;

import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.EngineState;
import io.tidemark.simulator.engine.StepResult;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.jspecify.annotations.Nullable;

/**
 * Data-parallel replicas behind a router, in one time: engines that are set up alike and share nothing. The caller submits
 * requests when they come and takes the steps that end until then; several requests of one moment come into one step. A fleet
 * of one behaves as its engine does alone. Not thread-safe.
 */
public final class Fleet {
    private final List<Replica> replicas;
    private final Router router;
    private long nowNanos = Long.MIN_VALUE;

    /** @param config of each; the n-th replica's noise is seeded with its seed + n */
    public Fleet(EngineConfig config, int replicas, RoutingPolicy routing) {
        if (replicas < 1) {
            throw new IllegalArgumentException("replicas must be >= 1 but was " + replicas);
        }
        this.replicas = IntStream.range(0, replicas)
                .mapToObj(i -> new Replica(new Engine(config.withSeed(config.seed() + i))))
                .toList();
        this.router = new Router(routing);
    }

    /** Routes a request that comes at {@code arrivalNanos}, no earlier than what was submitted or ended before; gives the replica. */
    public int submit(EngineRequest request, long arrivalNanos) {
        if (arrivalNanos < nowNanos) {
            throw new IllegalArgumentException(
                    "request " + request.id() + " comes at " + arrivalNanos + " but it is " + nowNanos + " already");
        }
        nowNanos = arrivalNanos;
        int chosen = router.choose(replicas.stream().map(it -> it.load(request)).toList());
        replicas.get(chosen).submit(request, arrivalNanos);
        return chosen;
    }

    /** Takes a request out; a step under way goes on without it. False if it is not here (any more). */
    public boolean abort(String id) {
        return replicas.stream().anyMatch(it -> it.abort(id));
    }

    public boolean hasWork() {
        return replicas.stream().anyMatch(Replica::hasWork);
    }

    /** Ends the earliest step that ends before {@code beforeNanos}; empty if none does. Of equal ones the first replica's. */
    public Optional<ReplicaStep> next(long beforeNanos) {
        int first = -1;
        @Nullable StepResult earliest = null;
        for (int i = 0; i < replicas.size(); i++) {
            StepResult step = replicas.get(i).stepInProgress(beforeNanos);
            boolean earlier = step != null && (earliest == null || step.endNanos() < earliest.endNanos());
            if (earlier) {
                first = i;
                earliest = step;
            }
        }
        if (earliest == null || earliest.endNanos() >= beforeNanos) {
            return Optional.empty();
        }
        nowNanos = earliest.endNanos();
        return Optional.of(new ReplicaStep(first, replicas.get(first).end(earliest)));
    }

    /** Each replica by its index; a step under way is in its counts already. */
    public List<EngineState> states() {
        return replicas.stream().map(it -> it.engine().state()).toList();
    }
}
