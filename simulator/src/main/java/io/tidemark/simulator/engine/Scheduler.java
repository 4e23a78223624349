package io.tidemark.simulator.engine;

import io.tidemark.simulator.engine.SchedulerOutput.Slice;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.List;

/**
 * vLLM V1's scheduler: one token budget per step, running requests first in their order, then waiting ones first come first
 * served. When blocks run out the last running request is preempted (its blocks are freed, it is computed anew from the
 * front of the queue) and no request is admitted in that step.
 */
final class Scheduler {
    private final KvBlockPool kv;
    private EngineConfig config;
    private final PrefixCacheCounts prefixes = new PrefixCacheCounts();
    private final List<Sequence> running = new ArrayList<>();
    private final Deque<Sequence> waiting = new ArrayDeque<>();

    Scheduler(EngineConfig config, KvBlockPool kv) {
        this.config = config;
        this.kv = kv;
    }

    void limit(int maxNumBatchedTokens, int maxNumSeqs) {
        config = config.withLimits(maxNumBatchedTokens, maxNumSeqs);
    }

    void enqueue(Sequence sequence) {
        waiting.addLast(sequence);
    }

    void remove(Sequence sequence) {
        if (running.remove(sequence)) {
            kv.release(sequence);
            return;
        }
        waiting.remove(sequence);
    }

    int runningCount() {
        return running.size();
    }

    int waitingCount() {
        return waiting.size();
    }

    PrefixCacheCounts prefixes() {
        return prefixes;
    }

    SchedulerOutput plan(long nowNanos) {
        SchedulerOutput plan = SchedulerOutput.empty();
        int budget = planRunning(plan);
        if (plan.preempted().isEmpty()) {
            planWaiting(plan, budget, nowNanos);
        }
        return plan;
    }

    private int planRunning(SchedulerOutput plan) {
        int budget = config.maxNumBatchedTokens();
        for (int i = 0; i < running.size() && budget > 0; i++) {
            Sequence sequence = running.get(i);
            int tokens = tokens(sequence, budget);
            if (!growOrPreempt(sequence, tokens, plan)) {
                return budget;
            }
            plan.slices().add(new Slice(sequence, tokens));
            budget -= tokens;
        }
        return budget;
    }

    private int tokens(Sequence sequence, int budget) {
        if (sequence.decoding()) {
            return 1 + sequence.drafts(budget);
        }
        return Math.min(sequence.knownTokens() - sequence.computedTokens(), budget);
    }

    /** False if the request itself was the last one left to preempt. */
    private boolean growOrPreempt(Sequence sequence, int tokens, SchedulerOutput plan) {
        while (!kv.grow(sequence, (long) sequence.computedTokens() + tokens)) {
            Sequence victim = running.remove(running.size() - 1);
            kv.release(victim);
            victim.preempted();
            waiting.addFirst(victim);
            plan.preempted().add(victim);
            if (victim == sequence) {
                return false;
            }
        }
        return true;
    }

    private void planWaiting(SchedulerOutput plan, int budgetLeft, long nowNanos) {
        int budget = budgetLeft;
        while (budget > 0 && running.size() < config.maxNumSeqs()) {
            Sequence sequence = waiting.peekFirst();
            if (sequence == null) {
                return;
            }
            int hitBlocks = kv.hitBlocks(sequence);
            int hitTokens = hitBlocks * config.blockSize();
            int tokens = Math.min(sequence.knownTokens() - hitTokens, budget);
            if (!kv.canAdmit(sequence, hitBlocks, (long) hitTokens + tokens)) {
                return;
            }
            waiting.removeFirst();
            admit(sequence, hitBlocks, nowNanos);
            kv.grow(sequence, (long) hitTokens + tokens);
            plan.slices().add(new Slice(sequence, tokens));
            budget -= tokens;
        }
    }

    private void admit(Sequence sequence, int hitBlocks, long nowNanos) {
        int loadedBlocks = kv.acquireHits(sequence, hitBlocks);
        int localTokens = (hitBlocks - loadedBlocks) * config.blockSize();
        sequence.admitted(nowNanos, hitBlocks * config.blockSize());
        running.add(sequence);
        // As vLLM: a preempted request that comes back does not count as a query again.
        if (config.enablePrefixCaching() && sequence.preemptions() == 0) {
            int promptTokens = sequence.request().promptTokens();
            prefixes.add(promptTokens, localTokens);
            kv.hostPool().recordLookup(promptTokens - localTokens, loadedBlocks * config.blockSize());
        }
    }
}
