package io.tidemark.bench.tune;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.engine.StepResult;
import java.util.HashMap;
import java.util.Map;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.SplittableRandom;

/** Requests for the simulator's engine in virtual time, which come as a Poisson process. Not thread-safe. */
final class SimulatedClient {
    private static final double NANOS_PER_SECOND = 1e9;

    private final Engine engine;
    private final int blockSize;
    private final SimulatedWorkload workload;
    private final SplittableRandom random;
    private final Map<String, Sent> open = new HashMap<>();
    private long numbered;
    private long nowNanos;

    SimulatedClient(ServerConfig server, SimulatedWorkload workload, long seed) {
        this.engine = new Engine(server.engine().withSeed(seed));
        this.blockSize = server.blockSize();
        this.workload = workload;
        this.random = new SplittableRandom(seed);
    }

    private static final class Sent {
        private final int tag;
        private final long dueNanos;
        private long firstNanos = -1;

        Sent(int tag, long dueNanos) {
            this.tag = tag;
            this.dueNanos = dueNanos;
        }
    }

    /** Hears what becomes of requests. */
    interface Watch {
        /** What it returns is handed back with the request's end. */
        int due(double atSeconds);

        /** A request has its first token. */
        default void first(int tag, double ttftSeconds) {}

        void ended(int tag, boolean isBad, double e2eSeconds);

        /** A step of the engine is over; false when enough was seen. */
        boolean at(double seconds, int inFlight);
    }

    /** Offers so many requests per second until the watch has seen enough; what is still in flight then is aborted. */
    void offer(double perSecond, Watch watch) {
        long next = nowNanos + gapNanos(perSecond);
        boolean goesOn = true;
        while (goesOn) {
            while (next <= nowNanos) {
                submit(next, watch);
                next += gapNanos(perSecond);
            }
            if (!engine.hasWork()) {
                nowNanos = next;
                continue;
            }
            step(watch);
            goesOn = watch.at(nowNanos / NANOS_PER_SECOND, open.size());
        }
        open.keySet().forEach(engine::abort);
        open.clear();
    }

    /** Sends so many requests at once; the seconds until all are over. */
    double burst(int requests) {
        long from = nowNanos;
        Watch nothing = new Watch() {
            @Override
            public int due(double atSeconds) {
                return 0;
            }

            @Override
            public void ended(int tag, boolean isBad, double e2eSeconds) {
                // Only the time of all of them is asked for.
            }

            @Override
            public boolean at(double seconds, int inFlight) {
                return true;
            }
        };
        for (int i = 0; i < requests; i++) {
            submit(nowNanos, nothing);
        }
        while (engine.hasWork()) {
            step(nothing);
        }
        return (nowNanos - from) / NANOS_PER_SECOND;
    }

    double nowSeconds() {
        return nowNanos / NANOS_PER_SECOND;
    }

    /** Seconds since the request was due that waits longest for its first token. */
    OptionalDouble longestWait() {
        return open.values().stream()
                .filter(sent -> sent.firstNanos < 0)
                .mapToDouble(sent -> (nowNanos - sent.dueNanos) / NANOS_PER_SECOND)
                .max();
    }

    private long gapNanos(double perSecond) {
        return (long) (-Math.log(1 - random.nextDouble()) / perSecond * NANOS_PER_SECOND);
    }

    private void submit(long dueNanos, Watch watch) {
        var request = workload.request(numbered++, blockSize, random);
        open.put(request.id(), new Sent(watch.due(dueNanos / NANOS_PER_SECOND), dueNanos));
        engine.submit(request);
    }

    private void step(Watch watch) {
        StepResult step = engine.step(nowNanos);
        nowNanos = step.endNanos();
        for (RequestProgress progress : step.progress()) {
            Sent sent = Objects.requireNonNull(open.get(progress.id()));
            if (sent.firstNanos < 0) {
                sent.firstNanos = nowNanos;
                watch.first(sent.tag, (nowNanos - sent.dueNanos) / NANOS_PER_SECOND);
            }
            if (progress.finished()) {
                open.remove(progress.id());
                end(sent, progress.generatedTokens() - 1, watch);
            }
        }
    }

    private void end(Sent sent, int afterFirst, Watch watch) {
        double ttft = (sent.firstNanos - sent.dueNanos) / NANOS_PER_SECOND;
        double tpot = afterFirst < 1 ? 0 : (nowNanos - sent.firstNanos) / NANOS_PER_SECOND / afterFirst;
        watch.ended(sent.tag, workload.isBad(ttft, tpot), (nowNanos - sent.dueNanos) / NANOS_PER_SECOND);
    }
}
