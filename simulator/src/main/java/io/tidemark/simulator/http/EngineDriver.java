package io.tidemark.simulator.http;

import io.tidemark.schemas.time.NanoClock;
import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.Progress;
import io.tidemark.simulator.engine.StepResult;
import io.tidemark.simulator.metrics.ServerMetrics;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Steps an engine in real time on one thread: takes what came in, makes a step, parks until the step's end, hands out what it
 * produced. No thread or timer per request. The engine and its jobs are confined to that thread.
 */
final class EngineDriver implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(EngineDriver.class);
    private static final long NANOS_PER_SECOND = 1_000_000_000L;
    private static final long CLOSE_WAIT_MILLIS = 5_000;
    /** A late wake-up is made up by the next step, up to this much; beyond it the host is too slow and time is lost. */
    private static final long CATCH_UP_NANOS = 20_000_000L;

    private final Engine engine;
    private final NanoClock clock;
    private final ServerMetrics metrics;
    private final Consumer<List<Delivery>> sink;
    private final long frontNanos;
    private final long stallFromNanos;
    private final long stallToNanos;
    private final Queue<Job> arrivals = new ConcurrentLinkedQueue<>();
    private final Queue<Runnable> commands = new ConcurrentLinkedQueue<>();
    private final Map<String, Job> jobs = new HashMap<>();
    private final Thread thread = new Thread(this::run, "simulator-engine");
    private volatile boolean closed;

    EngineDriver(ServerConfig config, NanoClock clock, ServerMetrics metrics, Consumer<List<Delivery>> sink) {
        this.engine = new Engine(config.engine());
        this.clock = clock;
        this.metrics = metrics;
        this.sink = sink;
        this.frontNanos = nanos(config.cost().frontSeconds());
        long startedNanos = clock.nanos();
        this.stallFromNanos = startedNanos + nanos(config.faults().stallFromSeconds());
        this.stallToNanos = startedNanos + nanos(config.faults().stallToSeconds());
        thread.setDaemon(true);
    }

    void start() {
        thread.start();
    }

    /** Takes a request from any thread; jobs are taken in the order of their arrival. */
    void submit(Job job) {
        arrivals.add(job);
        LockSupport.unpark(thread);
    }

    /** Ends a request before its answer is complete; {@code reason} is abort or error. */
    void breakOff(String id, String reason) {
        commands.add(() -> remove(id, reason));
        LockSupport.unpark(thread);
    }

    @Override
    public void close() {
        closed = true;
        LockSupport.unpark(thread);
        try {
            thread.join(CLOSE_WAIT_MILLIS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void run() {
        try {
            long endNanos = clock.nanos();
            while (!closed) {
                endNanos = turn(endNanos);
            }
        } catch (RuntimeException e) {
            LOG.error("the simulated engine died; its requests will get no answer", e);
        }
    }

    /** Makes one step, or waits for work; gives the time at which the next step may begin. */
    private long turn(long lastEndNanos) {
        awaitStallEnd();
        runCommands();
        takeArrivals();
        if (!engine.hasWork()) {
            awaitWork();
            return clock.nanos();
        }
        StepResult step = engine.step(Math.max(lastEndNanos, clock.nanos() - CATCH_UP_NANOS));
        parkUntil(step.endNanos());
        if (!closed) {
            handOut(step);
        }
        return step.endNanos();
    }

    private void awaitStallEnd() {
        if (stallToNanos > stallFromNanos && clock.nanos() - stallFromNanos >= 0) {
            parkUntil(stallToNanos);
        }
    }

    private void runCommands() {
        for (Runnable command = commands.poll(); command != null; command = commands.poll()) {
            command.run();
        }
    }

    private void takeArrivals() {
        long nowNanos = clock.nanos();
        Job job = arrivals.peek();
        while (job != null && job.arrivedNanos() + frontNanos - nowNanos <= 0) {
            arrivals.remove();
            accept(job, nowNanos);
            job = arrivals.peek();
        }
    }

    private void accept(Job job, long nowNanos) {
        job.submitted(nowNanos);
        jobs.put(job.request().id(), job);
        engine.submit(job.request());
    }

    private void remove(String id, String reason) {
        boolean wasInEngine = engine.abort(id);
        boolean wasOnItsWay = arrivals.removeIf(job -> job.request().id().equals(id));
        if (!wasInEngine && !wasOnItsWay) {
            return; // its last token was out before the command came
        }
        jobs.remove(id);
        metrics.brokenOff(reason);
        metrics.changed(engine.state());
    }

    private void awaitWork() {
        if (!commands.isEmpty()) {
            return;
        }
        Job next = arrivals.peek();
        if (next == null) {
            LockSupport.park(this);
            return;
        }
        LockSupport.parkNanos(this, next.arrivedNanos() + frontNanos - clock.nanos());
    }

    private void parkUntil(long endNanos) {
        long leftNanos = endNanos - clock.nanos();
        while (leftNanos > 0 && !closed) {
            LockSupport.parkNanos(this, leftNanos);
            leftNanos = endNanos - clock.nanos();
        }
    }

    private void handOut(StepResult step) {
        long nowNanos = clock.nanos();
        List<Delivery> deliveries = new ArrayList<>(step.progress().size());
        for (Progress progress : step.progress()) {
            Job job = jobs.get(progress.id());
            if (job != null) {
                account(job, progress, nowNanos);
                deliveries.add(new Delivery(job.exchange(), progress));
            }
        }
        metrics.stepped(step, engine.state());
        if (!deliveries.isEmpty()) {
            sink.accept(deliveries);
        }
    }

    private void account(Job job, Progress progress, long nowNanos) {
        if (progress.first()) {
            metrics.firstToken(nowNanos - job.arrivedNanos());
        } else {
            metrics.nextToken(nowNanos - job.lastTokenNanos());
        }
        job.progressed(progress, nowNanos);
        if (progress.finished()) {
            jobs.remove(progress.id());
            metrics.finished(job.finished(progress));
        }
    }

    private static long nanos(double seconds) {
        return Math.round(seconds * NANOS_PER_SECOND);
    }
}
