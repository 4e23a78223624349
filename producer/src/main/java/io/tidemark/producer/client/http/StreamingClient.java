package io.tidemark.producer.client.http;

import io.netty.channel.EventLoop;
import io.netty.channel.MultiThreadIoEventLoopGroup;
import io.netty.channel.nio.NioIoHandler;
import io.netty.util.concurrent.DefaultThreadFactory;
import io.netty.util.concurrent.Future;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.InFlightCalls;
import io.tidemark.producer.client.LoadClient;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.client.Transport;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Sends requests over HTTP/1.1 or HTTP/2 connections and reports, with accurate time stamps, what comes back. One client is one
 * thread, its {@link #loop()}: every method but {@link #close} is called on it, every observer is called on it, and the
 * number in flight is therefore exact. More load than one thread carries takes another lane. Each target has connections of its own.
 */
public final class StreamingClient implements LoadClient {
    private static final long TIMEOUT_CHECK_MILLIS = 20;

    private final MultiThreadIoEventLoopGroup group;
    private final EventLoop loop;
    private final LoopWorkQueue turns;
    private final List<InFlightCalls> calls;
    private final RepeatedTask timeouts;
    private final ScheduledFuture<?> timeoutCheck;

    public StreamingClient(TargetEndpoint endpoint, ClientOptions options, NanoClock clock) {
        this(List.of(endpoint), options, clock);
    }

    /** @param endpoints of its targets, in their order */
    public StreamingClient(List<TargetEndpoint> endpoints, ClientOptions options, NanoClock clock) {
        this(endpoints, options, clock, NameLookup.Resolver.PLATFORM);
    }

    StreamingClient(
            List<TargetEndpoint> endpoints, ClientOptions options, NanoClock clock, NameLookup.Resolver resolver) {
        this.turns = new LoopWorkQueue(clock);
        this.group = new MultiThreadIoEventLoopGroup(
                1,
                new DefaultThreadFactory("tidemark-lane", true),
                thread -> new ReadFirstLoop(NioIoHandler.newFactory().newHandler(thread), turns));
        this.loop = group.next();
        Connector.Time time = new Connector.Time(clock, turns);
        this.calls = endpoints.stream()
                .map(endpoint -> new Connector.ConnectorConfig(loop, endpoint, options, time, resolver))
                .map(setting -> new InFlightCalls(options, clock, this::after, ended -> transport(setting, ended)))
                .toList();
        this.timeouts = new RepeatedTask("the check of the client's time-outs", this::giveUpLate, clock);
        this.timeoutCheck =
                loop.scheduleAtFixedRate(timeouts, TIMEOUT_CHECK_MILLIS, TIMEOUT_CHECK_MILLIS, TimeUnit.MILLISECONDS);
    }

    private void after(Duration wait, Runnable work) {
        var unused = loop.schedule(work, wait.toNanos(), TimeUnit.NANOSECONDS);
    }

    private static Transport transport(Connector.ConnectorConfig setting, InFlightCalls.AttemptListener ended) {
        Connector connector = new Connector(setting);
        return setting.plan().http().version() == ConnectionPlan.Version.HTTP_2
                ? new Http2ConnectionPool(connector, ended::attemptEnded)
                : new Http1ConnectionPool(connector, ended::attemptEnded);
    }

    /** The one thread of this client. */
    public EventLoop loop() {
        return loop;
    }

    /** Runs what sends, in this or one of the next rounds of the loop, so that many sends due at once do not keep it from reading. */
    @Override
    public void submitSend(Runnable send) {
        turns.send(send);
    }

    @Override
    public int pendingSends() {
        return turns.pendingSends();
    }

    /** Parses whatever was read and stamped so far, so that the observers know of it. */
    @Override
    public void processPendingReads() {
        turns.parseAll();
    }

    @Override
    public void openAhead(int target, int requests) {
        calls.get(target).openAhead(requests);
    }

    @Override
    public int connectionsOpening() {
        return calls.stream().mapToInt(InFlightCalls::connectionsOpening).sum();
    }

    @Override
    public long send(int target, CompletionRequest request, CallObserver observer) {
        return calls.get(target).send(request, observer);
    }

    @Override
    public int inFlight() {
        int inFlight = 0;
        for (InFlightCalls ofTarget : calls) {
            inFlight += ofTarget.inFlight();
        }
        return inFlight;
    }

    @Override
    public void cancelAll() {
        calls.forEach(InFlightCalls::cancelAll);
    }

    @Override
    public Optional<String> failure() {
        return timeouts.failure();
    }

    private void giveUpLate() {
        processPendingReads();
        calls.forEach(InFlightCalls::cancelTimedOut);
    }

    @Override
    public void close() {
        beginClose().awaitUninterruptibly();
    }

    /** Closes without a wait for the thread: it closes what it holds if it ever goes on. */
    public void abandon() {
        var unused = beginClose();
    }

    private Future<?> beginClose() {
        timeoutCheck.cancel(false);
        calls.forEach(InFlightCalls::close);
        return group.shutdownGracefully(0, 2, TimeUnit.SECONDS);
    }
}
