package io.tidemark.simulator.http.faultinjection;

import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.faults.Fault;
import io.tidemark.simulator.faults.FaultKind;
import io.tidemark.simulator.http.response.ChoiceOutput;
import io.tidemark.simulator.http.response.GenerationResponse;
import io.tidemark.simulator.http.response.ResponseChannel;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Stands before an exchange and injects the faults that hit answers on their way. Confined to the event loop. */
public final class FaultInjectingResponse implements GenerationResponse {
    private final GenerationResponse inner;
    private final ResponseChannel line;
    private final FaultContext context;
    private final Queue<ChoiceOutput> held = new ArrayDeque<>();
    private boolean over;

    public FaultInjectingResponse(GenerationResponse inner, ResponseChannel line, FaultContext hand) {
        this.inner = inner;
        this.line = line;
        this.context = hand;
    }

    /**
     * What faults are decided by, and what they can do beside writing.
     *
     * @param number the request's, counted from the server's start
     * @param stall who is stalled, of all exchanges
     * @param engineCancel takes the request out of the engine
     */
    public record FaultContext(FaultSchedule faults, long number, SingleStall stall, EngineCancel engineCancel) {}

    /** Ends a request in the engine. */
    public interface EngineCancel {
        /** @param reason as the metrics count it */
        void cancel(String reason);
    }

    @Override
    public void accepted() {
        inner.accepted();
    }

    @Override
    public Buffer encode(int choice, RequestProgress progress) {
        return inner.encode(choice, progress);
    }

    @Override
    public void deliver(ChoiceOutput output) {
        if (over || line.isClosed()) {
            return;
        }
        if (!held.isEmpty() || context.stall().stalls(this)) {
            held.add(output);
            return;
        }
        pass(output);
    }

    /** The stall is over: all that was held goes out. */
    void release() {
        while (!held.isEmpty() && !over && !line.isClosed()) {
            pass(held.remove());
        }
    }

    @Override
    public void fail() {
        over = true;
        inner.fail();
    }

    private void pass(ChoiceOutput output) {
        if (isCut(output)) {
            over = true;
            line.cut();
            return;
        }
        inner.deliver(output);
        if (output.progress().finished()) {
            return;
        }
        if (reached(FaultKind.BREAK, output)) {
            fail();
            context.engineCancel().cancel("error");
        } else if (reached(FaultKind.HANG, output)) {
            over = true;
            context.engineCancel().cancel("abort");
        }
    }

    private boolean isCut(ChoiceOutput output) {
        Optional<Fault> fault = context.faults().hits(FaultKind.CUT, context.number());
        return fault.isPresent()
                && output.progress().generatedTokens() > fault.get().number();
    }

    private boolean reached(FaultKind kind, ChoiceOutput output) {
        Optional<Fault> fault = context.faults().hits(kind, context.number());
        return fault.isPresent()
                && output.progress().generatedTokens() >= fault.get().number();
    }
}
