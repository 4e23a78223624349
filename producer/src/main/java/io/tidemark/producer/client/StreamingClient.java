package io.tidemark.producer.client;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends streaming requests over kept-alive HTTP/1.1 connections and tells, truly stamped, what comes back. One client is one
 * thread, its {@link #loop()}: every method but {@link #close} is called on it, every observer is called on it, and the
 * number in flight is therefore exact. More load than one thread carries takes another lane.
 */
public final class StreamingClient implements AutoCloseable {
    private static final long TIMEOUT_CHECK_MILLIS = 20;

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final NanoClock clock;
    private final Timeouts timeouts;
    private final boolean keepText;
    private final Set<Call> inFlight = new LinkedHashSet<>();
    private final Connections connections;
    private final ScheduledFuture<?> timeoutCheck;

    public StreamingClient(Endpoint endpoint, ClientOptions options, NanoClock clock) {
        this.clock = clock;
        this.timeouts = options.timeouts();
        this.keepText = options.keepText();
        this.group = new MultiThreadIoEventLoopGroup(
                1, new DefaultThreadFactory("tidemark-lane", true), NioIoHandler.newFactory());
        this.loop = group.next();
        this.connections = new Connections(new Connections.Setting(loop, endpoint, options, clock), this::over);
        this.timeoutCheck = loop.scheduleAtFixedRate(
                this::giveUpLate, TIMEOUT_CHECK_MILLIS, TIMEOUT_CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The one thread of this client. */
    public EventLoop loop() {
        return loop;
    }

    /**
     * Sends now.
     *
     * @return the stamp of sending, by the client's clock
     */
    public long send(CallRequest request, CallObserver observer) {
        AnswerTally tally = keepText ? AnswerTally.keepingText() : AnswerTally.withoutText();
        Call call = new Call(request, observer, clock.nanos(), tally);
        inFlight.add(call);
        connections.carry(call);
        return call.sentNanos();
    }

    public int inFlight() {
        return inFlight.size();
    }

    /** Gives up everything in flight; each ends as CANCELLED. */
    public void cancelAll() {
        for (Call call : List.copyOf(inFlight)) {
            giveUp(call, Ending.client(Outcome.CANCELLED, "cancelled", "given up by the client"));
        }
    }

    private void over(Call call, Ending ending) {
        if (inFlight.remove(call)) {
            call.end(ending, clock.nanos());
        }
    }

    private void giveUpLate() {
        long now = clock.nanos();
        for (Call call : new ArrayList<>(inFlight)) {
            late(call, now).ifPresent(ending -> giveUp(call, ending));
        }
    }

    private void giveUp(Call call, Ending ending) {
        Connection carrier = call.connection();
        if (carrier != null) {
            carrier.close();
        }
        over(call, call.answer().stop(ending));
    }

    private Optional<Ending> late(Call call, long now) {
        long sinceSent = now - call.sentNanos();
        if (sinceSent > timeouts.total().toNanos()) {
            return Optional.of(timeout(Outcome.TOTAL_TIMEOUT, "not ended", timeouts.total()));
        }
        if (!call.hasOutput()) {
            return sinceSent > timeouts.firstToken().toNanos()
                    ? Optional.of(timeout(Outcome.FIRST_TOKEN_TIMEOUT, "no first token", timeouts.firstToken()))
                    : Optional.empty();
        }
        return now - call.lastOutputNanos() > timeouts.betweenTokens().toNanos()
                ? Optional.of(timeout(Outcome.TOKEN_GAP_TIMEOUT, "no next token", timeouts.betweenTokens()))
                : Optional.empty();
    }

    private static Ending timeout(Outcome outcome, String what, Duration limit) {
        return Ending.client(outcome, "timeout", what + " within " + limit.toMillis() + " ms");
    }

    @Override
    public void close() {
        timeoutCheck.cancel(false);
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
