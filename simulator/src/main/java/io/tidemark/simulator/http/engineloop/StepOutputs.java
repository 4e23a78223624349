package io.tidemark.simulator.http.engineloop;

import io.tidemark.simulator.http.response.ChoiceOutput;
import java.util.List;
import java.util.concurrent.locks.LockSupport;

/** What one step produced, on its way to the clients. Made on the engine's thread, written on the event loop. */
final class StepOutputs {
    private final List<ChoiceOutput> outputs;
    private final long dueNanos;
    private final Thread engine;
    private volatile boolean written;

    /**
     * Must be called on the engine's thread, which is woken up when all has been written.
     *
     * @param dueNanos when the step ends, which is when they are to be written
     */
    StepOutputs(List<ChoiceOutput> outputs, long dueNanos) {
        this.outputs = List.copyOf(outputs);
        this.dueNanos = dueNanos;
        this.engine = Thread.currentThread();
    }

    /** What there was before the first step. */
    static StepOutputs empty() {
        StepOutputs none = new StepOutputs(List.of(), 0);
        none.written = true;
        return none;
    }

    long dueNanos() {
        return dueNanos;
    }

    /** Whether nothing of it is left to be written. */
    boolean written() {
        return written;
    }

    void write() {
        try {
            outputs.forEach(ChoiceOutput::write);
        } finally {
            written = true;
            LockSupport.unpark(engine);
        }
    }
}
