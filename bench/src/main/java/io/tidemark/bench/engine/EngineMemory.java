package io.tidemark.bench.engine;

import io.tidemark.bench.Table;
import io.tidemark.simulator.engine.Acceptance;
import io.tidemark.simulator.engine.BlockChain;
import io.tidemark.simulator.engine.DraftCost;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.SimRequest;
import io.tidemark.simulator.engine.Speculation;
import io.tidemark.simulator.engine.StepCost;
import java.lang.management.ManagementFactory;
import java.util.Locale;
import java.util.function.IntFunction;
import java.util.stream.LongStream;

/**
 * Heap per request in flight, by the heap in use after a collection with and without the requests. All of a request counts:
 * its id, its block identities, the engine's own state.
 */
final class EngineMemory {
    private static final StepCost COST = new StepCost(1e-3, 0, 0, 0, 0, 0, 0, 0, 0, 0);
    private static final Speculation DRAFTING =
            new Speculation(5, 5, 0, new Acceptance.Geometric(0.7, 3), DraftCost.perStep(0));
    private static final int BLOCKS = 256;
    private static final int BLOCK_TOKENS = 16;

    private final int requests;

    EngineMemory(int requests) {
        this.requests = requests;
    }

    Table table() {
        IntFunction<SimRequest> plain = i -> new SimRequest("request-" + i, 100, 100, BlockChain.none());
        Table table = new Table("request in flight", "requests", "bytes each");
        row(table, "waiting", waiting(plain));
        row(table, "running", running(plain, Speculation.none()));
        row(table, "running, drafting", running(plain, DRAFTING));
        row(
                table,
                "running, prompt of " + BLOCKS + " blocks of its own",
                running(EngineMemory::ownBlocks, Speculation.none()));
        return table;
    }

    private void row(Table table, String name, double bytes) {
        table.row(name, String.valueOf(requests), String.format(Locale.ROOT, "%,.0f", bytes));
    }

    private double waiting(IntFunction<SimRequest> request) {
        Engine engine = engine(1, Speculation.none());
        return bytesEach(engine, request);
    }

    private double running(IntFunction<SimRequest> request, Speculation speculation) {
        return bytesEach(engine(requests, speculation), request);
    }

    private double bytesEach(Engine engine, IntFunction<SimRequest> request) {
        long before = heapBytes();
        for (int i = 0; i < requests; i++) {
            engine.submit(request.apply(i));
        }
        engine.step(0);
        engine.step(1);
        long after = heapBytes();
        if (!engine.hasWork()) {
            throw new IllegalStateException("all requests have ended before they were measured");
        }
        return (double) (after - before) / requests;
    }

    private Engine engine(int maxNumSeqs, Speculation speculation) {
        int blocks = Math.multiplyExact(requests, BLOCKS + BLOCK_TOKENS);
        int budget = Math.multiplyExact(requests, BLOCKS * BLOCK_TOKENS);
        return new Engine(
                new EngineConfig(budget, maxNumSeqs, blocks, BLOCK_TOKENS, true, COST, 0, 1).with(speculation));
    }

    private static SimRequest ownBlocks(int i) {
        long[] hashes = LongStream.range(0, BLOCKS)
                .map(block -> (long) i * BLOCKS + block)
                .toArray();
        return new SimRequest("request-" + i, BLOCKS * BLOCK_TOKENS, 100, BlockChain.ofHashes(hashes));
    }

    private static long heapBytes() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
