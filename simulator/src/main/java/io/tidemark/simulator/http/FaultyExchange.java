package io.tidemark.simulator.http;

import io.tidemark.simulator.config.Fault;
import io.tidemark.simulator.config.FaultKind;
import io.tidemark.simulator.engine.Progress;
import io.vertx.core.buffer.Buffer;
import java.util.ArrayDeque;
import java.util.Optional;
import java.util.Queue;

/** Stands before an exchange and injects the faults that hit answers on their way. Confined to the event loop. */
final class FaultyExchange implements Exchange {
    private final Exchange inner;
    private final Line line;
    private final Hand hand;
    private final Queue<Output> held = new ArrayDeque<>();
    private boolean over;

    FaultyExchange(Exchange inner, Line line, Hand hand) {
        this.inner = inner;
        this.line = line;
        this.hand = hand;
    }

    /**
     * What faults are decided by, and what they can do beside writing.
     *
     * @param number the request's, counted from the server's start
     * @param stall who is stalled, of all exchanges
     * @param ending takes the request out of the engine
     */
    record Hand(FaultBoard board, long number, OneStalled stall, Ending ending) {}

    /** Ends a request in the engine. */
    interface Ending {
        /** @param reason as the metrics count it */
        void as(String reason);
    }

    @Override
    public void accepted() {
        inner.accepted();
    }

    @Override
    public Buffer content(int choice, Progress progress) {
        return inner.content(choice, progress);
    }

    @Override
    public void deliver(Output output) {
        if (over || line.gone()) {
            return;
        }
        if (!held.isEmpty() || hand.stall().takes(this)) {
            held.add(output);
            return;
        }
        pass(output);
    }

    /** The stall is over: all that was held goes out. */
    void release() {
        while (!held.isEmpty() && !over && !line.gone()) {
            pass(held.remove());
        }
    }

    @Override
    public void breakOff() {
        over = true;
        inner.breakOff();
    }

    private void pass(Output output) {
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
            breakOff();
            hand.ending().as("error");
        } else if (reached(FaultKind.HANG, output)) {
            over = true;
            hand.ending().as("abort");
        }
    }

    private boolean isCut(Output output) {
        Optional<Fault> fault = hand.board().hits(FaultKind.CUT, hand.number());
        return fault.isPresent()
                && output.progress().generatedTokens() > fault.get().number();
    }

    private boolean reached(FaultKind kind, Output output) {
        Optional<Fault> fault = hand.board().hits(kind, hand.number());
        return fault.isPresent()
                && output.progress().generatedTokens() >= fault.get().number();
    }
}
