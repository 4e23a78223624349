package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.SchedulerOutput.Slice;
import io.tidemark.simulator.engine.cost.StepWork;
import io.tidemark.simulator.engine.speculation.DraftVerifier;
import io.tidemark.simulator.engine.speculation.SpeculationCounter;
import io.tidemark.simulator.engine.speculation.SpeculationParameters;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * A discrete-event engine: callers submit requests and step it; each step says how long it takes and who gets tokens at its
 * end. Time is whatever the caller says it is, in nanoseconds of any origin. Same configuration and same calls give the same
 * results. Not thread-safe: one owner.
 */
public final class Engine {
    private final EngineConfig config;
    private final KvBlockPool kv;
    private final Scheduler scheduler;
    private final SpeculationCounter speculation;
    private final StepDurations times;
    private final SeededRandom drafts;
    private final Map<String, Sequence> sequences = new HashMap<>();
    private long preemptions;
    private long promptTokens;
    private long generatedTokens;

    public Engine(EngineConfig config) {
        this.config = config;
        this.kv = new KvBlockPool(config);
        this.scheduler = new Scheduler(config, kv);
        this.speculation =
                new SpeculationCounter(config.features().speculation().numSpeculativeTokens());
        SeededRandom noise = new SeededRandom(config.seed());
        this.drafts = noise.split();
        this.times = new StepDurations(config, noise);
    }

    /** Queues a request. One that could never fit into the KV cache is refused, as vLLM refuses it before the engine. */
    public void submit(EngineRequest request) {
        if (request.totalTokens() > config.kvCapacityTokens()) {
            throw new IllegalArgumentException("request " + request.id() + " needs " + request.totalTokens()
                    + " KV tokens but the cache holds " + config.kvCapacityTokens());
        }
        Sequence sequence = new Sequence(request, drafter());
        if (sequences.putIfAbsent(request.id(), sequence) != null) {
            throw new IllegalArgumentException("request " + request.id() + " is already in the engine");
        }
        scheduler.enqueue(sequence);
    }

    /** Takes a request out and frees its blocks; false if it is not here (any more). */
    public boolean abort(String id) {
        Sequence sequence = sequences.remove(id);
        if (sequence == null) {
            return false;
        }
        scheduler.remove(sequence);
        return true;
    }

    /** Empties the prefix cache; blocks of running requests stay, and what host memory holds. */
    public void resetPrefixCache() {
        kv.clearPrefixCache();
    }

    /** Other limits of a step, from the next one on; requests that run go on running. */
    public void limit(EngineLimits limits) {
        kv.limit(limits.kvBlocks(), limits.prefixCacheEnabled());
        scheduler.limit(limits.maxNumBatchedTokens(), limits.maxNumSeqs());
    }

    /** Tokens at the start of a request's prompt that the cache, or host memory, would save it now. */
    public int cachedTokens(EngineRequest request) {
        return kv.hitBlocks(request.blockHashes(), request.promptTokens()) * config.blockSize();
    }

    public boolean hasWork() {
        return !sequences.isEmpty();
    }

    /** Makes one step that starts at {@code nowNanos}; only when there is work. */
    public StepResult step(long nowNanos) {
        if (!hasWork()) {
            throw new IllegalStateException("the engine has no request to step");
        }
        KvOffloadCounts copiedBefore = kv.hostPool().counts();
        SchedulerOutput plan = scheduler.plan(nowNanos);
        StepWork load = plan.load();
        double copySeconds =
                config.features().offload().seconds(copiedBefore, kv.hostPool().counts());
        long durationNanos = times.next(nowNanos, load, copySeconds);
        long promptTokensBefore = promptTokens;
        List<RequestProgress> progress = advance(plan);
        preemptions += plan.preempted().size();
        long emitted = progress.stream().mapToLong(RequestProgress::newTokens).sum();
        generatedTokens += emitted;
        long iterationTokens = promptTokens - promptTokensBefore + emitted;
        List<String> preempted =
                plan.preempted().stream().map(it -> it.request().id()).toList();
        return new StepResult(nowNanos, durationNanos, load, iterationTokens, progress, preempted);
    }

    public EngineState state() {
        return new EngineState(
                scheduler.runningCount(),
                scheduler.waitingCount(),
                kv.usage(),
                preemptions,
                scheduler.prefixes().queriedTokens(),
                scheduler.prefixes().hitTokens(),
                promptTokens,
                generatedTokens,
                times.steps(),
                speculation.counts(),
                kv.hostPool().counts());
    }

    private @Nullable DraftVerifier drafter() {
        SpeculationParameters drafting = config.features().speculation();
        return drafting.on() ? drafting.drafter(drafts.split()) : null;
    }

    private List<RequestProgress> advance(SchedulerOutput plan) {
        List<RequestProgress> progress = new ArrayList<>(plan.slices().size());
        for (Slice slice : plan.slices()) {
            Sequence sequence = slice.sequence();
            int emitted = sequence.decoding() ? decode(slice) : sequence.prefilled(slice.tokens());
            if (emitted > 0) {
                progress.add(emit(sequence, emitted));
            }
        }
        return progress;
    }

    private int decode(Slice slice) {
        int drafted = slice.tokens() - 1;
        int accepted = slice.sequence().accepted(drafted);
        speculation.verified(drafted, accepted);
        return slice.sequence().decoded(accepted);
    }

    private RequestProgress emit(Sequence sequence, int emitted) {
        EngineRequest request = sequence.request();
        if (sequence.generatedTokens() == emitted) {
            promptTokens += request.promptTokens();
        }
        if (sequence.finished()) {
            sequences.remove(request.id());
            scheduler.remove(sequence);
        }
        return new RequestProgress(
                request.id(),
                emitted,
                sequence.generatedTokens(),
                sequence.finished(),
                sequence.scheduledNanos(),
                sequence.cachedTokens());
    }
}
