package io.tidemark.producer.client;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.tidemark.events.Outcome;
import io.tidemark.producer.plan.ConnectionPlan;
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
 * Sends requests over HTTP/1.1 or HTTP/2 connections and tells, truly stamped, what comes back. One client is one
 * thread, its {@link #loop()}: every method but {@link #close} is called on it, every observer is called on it, and the
 * number in flight is therefore exact. More load than one thread carries takes another lane.
 */
public final class StreamingClient implements AutoCloseable {
    private static final long TIMEOUT_CHECK_MILLIS = 20;

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final NanoClock clock;
    private final Timeouts timeouts;
    private final Parsing parsing;
    private final Turns turns;
    private final Set<Call> inFlight = new LinkedHashSet<>();
    private final Transport transport;
    private final Retries retries;
    private final Redaction redaction;
    private final ScheduledFuture<?> timeoutCheck;

    public StreamingClient(Endpoint endpoint, ClientOptions options, NanoClock clock) {
        this.clock = clock;
        this.timeouts = options.timeouts();
        this.parsing = Parsing.keepingText(options.keepText());
        this.turns = new Turns(clock);
        this.group = new MultiThreadIoEventLoopGroup(
                1,
                new DefaultThreadFactory("tidemark-lane", true),
                thread -> new TurnTaking(NioIoHandler.newFactory().newHandler(thread), turns));
        this.loop = group.next();
        this.retries = new Retries(options.retries());
        this.redaction = options.credentials().redaction();
        this.transport = transport(new Connector.Setting(loop, endpoint, options, new Connector.Time(clock, turns)));
        this.timeoutCheck = loop.scheduleAtFixedRate(
                this::giveUpLate, TIMEOUT_CHECK_MILLIS, TIMEOUT_CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    /** The one thread of this client. */
    public EventLoop loop() {
        return loop;
    }

    /** Runs what sends, in this or one of the next rounds of the loop, so that many sends due at once do not keep it from reading. */
    public void inTurn(Runnable send) {
        turns.send(send);
    }

    /** Those given to {@link #inTurn} that have not run yet. */
    public int waitingForTheirTurn() {
        return turns.sendsWaiting();
    }

    /** Parses whatever was read and stamped so far, so that the observers know of it. */
    public void catchUp() {
        turns.parseAll();
    }

    /** Begins to open what so many requests at once would need, so that none of them waits for it; see {@link #opening}. */
    public void openAhead(int requests) {
        transport.openAhead(requests);
    }

    /** Connections that are being opened ahead; each is open or given up within the connect timeout. */
    public int opening() {
        return transport.opening();
    }

    /**
     * Sends now.
     *
     * @return the stamp of sending, by the client's clock
     */
    public long send(CallRequest request, CallObserver observer) {
        Call call = new Call(request, observer, clock.nanos(), parsing);
        inFlight.add(call);
        transport.carry(call);
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

    private Transport transport(Connector.Setting setting) {
        Connector connector = new Connector(setting);
        return setting.plan().http().version() == ConnectionPlan.Version.HTTP_2
                ? new Http2Connections(connector, this::over)
                : new Connections(connector, this::over);
    }

    private void over(Call call, Ending ending) {
        if (!inFlight.contains(call)) {
            return;
        }
        retries.waitBefore(call, ending).ifPresentOrElse(wait -> retry(call, wait), () -> end(call, ending));
    }

    private void retry(Call call, Duration wait) {
        call.retry();
        // A request that was given up meanwhile is not in flight.
        var unused = loop.schedule(
                () -> {
                    if (inFlight.contains(call)) {
                        transport.carry(call);
                    }
                },
                wait.toNanos(),
                TimeUnit.NANOSECONDS);
    }

    private void end(Call call, Ending ending) {
        if (inFlight.remove(call)) {
            call.end(ending, clock.nanos(), redaction);
        }
    }

    private void giveUpLate() {
        catchUp();
        long now = clock.nanos();
        List<Call> late = new ArrayList<>(0);
        for (Call call : inFlight) {
            if (late(call, now).isPresent()) {
                late.add(call);
            }
        }
        for (Call call : late) {
            late(call, now).ifPresent(ending -> giveUp(call, ending));
        }
    }

    private void giveUp(Call call, Ending ending) {
        Connection carrier = call.connection();
        if (carrier != null) {
            carrier.close();
        }
        end(call, call.answer().stop(ending));
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
        transport.close();
        group.shutdownGracefully(0, 2, TimeUnit.SECONDS).awaitUninterruptibly();
    }
}
