package io.tidemark.simulator.http.engineloop;

import io.tidemark.schemas.time.NanoClock;
import io.vertx.core.Context;
import java.util.PriorityQueue;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;

/**
 * Takes what steps produced from the engines to the event loop, a moment before it is due. The event loop waits that moment out
 * awake, because a thread that sleeps until then wakes up late.
 */
public final class OutputDispatcher {
    private final Context loop;
    private final NanoClock clock;
    private final Queue<StepOutputs> handed = new ConcurrentLinkedQueue<>();
    /** Confined to the event loop; the one that is due first at its head. */
    private final PriorityQueue<StepOutputs> waiting;

    public OutputDispatcher(Context loop, NanoClock clock) {
        this.loop = loop;
        this.clock = clock;
        long origin = clock.nanos(); // marks may be negative, and are compared by their differences only
        this.waiting =
                new PriorityQueue<>((one, other) -> Long.compare(one.dueNanos() - origin, other.dueNanos() - origin));
    }

    /** From any engine's thread. */
    void dispatch(StepOutputs outputs) {
        handed.add(outputs);
        loop.runOnContext(run -> writeUntil(outputs));
    }

    /** Writes it, and before it what other engines handed over that is due earlier. */
    private void writeUntil(StepOutputs last) {
        while (!last.written()) {
            for (StepOutputs next = handed.poll(); next != null; next = handed.poll()) {
                waiting.add(next);
            }
            StepOutputs first = waiting.element();
            if (first.dueNanos() - clock.nanos() > 0) {
                Thread.onSpinWait();
                continue;
            }
            waiting.remove().write();
        }
    }
}
