package io.tidemark.analysis.search;

import io.tidemark.simulator.config.ServerConfig;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.engine.StepResult;
import java.util.HashMap;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.SplittableRandom;
import java.util.function.Supplier;
import java.util.stream.LongStream;

/**
 * Load for the simulator's engine alone, in virtual time: what a run does without HTTP, a hundred times as fast. Requests arrive as a
 * Poisson process, or as many as wanted are in flight. Not thread-safe.
 */
public final class EngineClient {
    private static final int SYSTEM_PROMPTS = 4;

    private final Engine engine;
    private final int blockSize;
    private final Workload workload;
    private final SplittableRandom random;
    private final Map<String, Sent> open = new HashMap<>();
    private long numbered;
    private long nowNanos;

    EngineClient(ServerConfig server, Workload workload, long seed) {
        this.engine = new Engine(server.engine().withSeed(seed));
        this.blockSize = server.blockSize();
        this.workload = workload;
        this.random = new SplittableRandom(seed);
    }

    /**
     * Lengths of prompts and answers, evenly drawn.
     *
     * @param sharedPrompt tokens of each of the {@value #SYSTEM_PROMPTS} system prompts that prompts begin with; 0 for none
     */
    public record Workload(int leastPrompt, int mostPrompt, int leastOutput, int mostOutput, int sharedPrompt) {
        Workload(int leastPrompt, int mostPrompt, int leastOutput, int mostOutput) {
            this(leastPrompt, mostPrompt, leastOutput, mostOutput, 0);
        }
    }

    /** What is offered: so many per second, or in flight. */
    record Offer(boolean inFlight, double load) {}

    private static final class Sent {
        private final Object tag;
        private final long dueNanos;
        private long firstNanos = -1;

        Sent(Object tag, long dueNanos) {
            this.tag = tag;
            this.dueNanos = dueNanos;
        }
    }

    /** Hears what becomes of requests; says false when it has seen enough. */
    interface Watch {
        /** What it returns is handed back with the request's end. */
        Object due(long atNanos);

        /** A request has its first token. */
        void first(Object tag, double ttftSeconds);

        boolean ended(Object tag, double ttftSeconds, double tpotSeconds, double e2eSeconds);

        /** A step of the engine is over. */
        boolean at(long nanos, int inFlight, Supplier<OptionalDouble> longestWaitSeconds);
    }

    /** Offers load from now on until the watch has seen enough, and then waits until nothing is in flight. */
    void offer(Offer offer, Watch watch) {
        long next = nowNanos + gapNanos(offer);
        boolean goesOn = true;
        while (goesOn) {
            while (offer.inFlight() ? open.size() < offer.load() : next <= nowNanos) {
                submit(offer.inFlight() ? nowNanos : next, watch);
                next += gapNanos(offer);
            }
            if (!engine.hasWork()) {
                nowNanos = next;
                continue;
            }
            boolean wanted = step(watch);
            goesOn = watch.at(nowNanos, open.size(), this::longestWait) && wanted;
        }
        while (engine.hasWork()) {
            step(watch);
        }
    }

    long nowNanos() {
        return nowNanos;
    }

    private OptionalDouble longestWait() {
        return open.values().stream()
                .filter(sent -> sent.firstNanos < 0)
                .mapToDouble(sent -> (nowNanos - sent.dueNanos) / 1e9)
                .max();
    }

    private long gapNanos(Offer offer) {
        return offer.inFlight() ? 0 : (long) (-Math.log(1 - random.nextDouble()) / offer.load() * 1e9);
    }

    private void submit(long dueNanos, Watch watch) {
        String id = "r" + numbered++;
        open.put(id, new Sent(watch.due(dueNanos), dueNanos));
        engine.submit(new EngineRequest(
                id,
                workload.sharedPrompt() + between(workload.leastPrompt(), workload.mostPrompt()),
                between(workload.leastOutput(), workload.mostOutput()),
                systemPrompt()));
    }

    private BlockHashes systemPrompt() {
        if (workload.sharedPrompt() == 0) {
            return BlockHashes.none();
        }
        long first = random.nextInt(SYSTEM_PROMPTS) * 100_000L;
        return BlockHashes.ofHashes(LongStream.range(first, first + workload.sharedPrompt() / blockSize)
                .toArray());
    }

    private int between(int least, int most) {
        return least + random.nextInt(most - least + 1);
    }

    private boolean step(Watch watch) {
        StepResult step = engine.step(nowNanos);
        nowNanos = step.endNanos();
        boolean goesOn = true;
        for (RequestProgress progress : step.progress()) {
            Sent sent = open.get(progress.id());
            if (sent.firstNanos < 0) {
                sent.firstNanos = nowNanos;
                watch.first(sent.tag, (nowNanos - sent.dueNanos) / 1e9);
            }
            if (progress.finished()) {
                open.remove(progress.id());
                int after = progress.generatedTokens() - 1;
                double tpot = after < 1 ? Double.NaN : (nowNanos - sent.firstNanos) / 1e9 / after;
                goesOn &= watch.ended(
                        sent.tag, (sent.firstNanos - sent.dueNanos) / 1e9, tpot, (nowNanos - sent.dueNanos) / 1e9);
            }
        }
        return goesOn;
    }
}
