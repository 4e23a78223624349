package io.tidemark.bench.engine;

import io.tidemark.bench.harness.ResultTable;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineConfig;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.engine.cost.DraftCost;
import io.tidemark.simulator.engine.cost.StepCost;
import io.tidemark.simulator.engine.speculation.DraftAcceptance;
import io.tidemark.simulator.engine.speculation.SpeculationParameters;
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
    private static final SpeculationParameters DRAFTING =
            new SpeculationParameters(5, 5, 0, new DraftAcceptance.Geometric(0.7, 3), DraftCost.perStep(0));
    private static final int BLOCKS = 256;
    private static final int BLOCK_TOKENS = 16;

    private final int requests;

    EngineMemory(int requests) {
        this.requests = requests;
    }

    ResultTable table() {
        IntFunction<EngineRequest> plain = i -> new EngineRequest("request-" + i, 100, 100, BlockHashes.none());
        ResultTable table = new ResultTable("request in flight", "requests", "bytes each");
        row(table, "waiting", waiting(plain));
        row(table, "running", running(plain, SpeculationParameters.none()));
        row(table, "running, drafting", running(plain, DRAFTING));
        row(
                table,
                "running, prompt of " + BLOCKS + " blocks of its own",
                running(EngineMemory::ownBlocks, SpeculationParameters.none()));
        return table;
    }

    private void row(ResultTable table, String name, double bytes) {
        table.row(name, String.valueOf(requests), String.format(Locale.ROOT, "%,.0f", bytes));
    }

    private double waiting(IntFunction<EngineRequest> request) {
        Engine engine = engine(1, SpeculationParameters.none());
        return bytesEach(engine, request);
    }

    private double running(IntFunction<EngineRequest> request, SpeculationParameters speculation) {
        return bytesEach(engine(requests, speculation), request);
    }

    private double bytesEach(Engine engine, IntFunction<EngineRequest> request) {
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

    private Engine engine(int maxNumSeqs, SpeculationParameters speculation) {
        int blocks = Math.multiplyExact(requests, BLOCKS + BLOCK_TOKENS);
        int budget = Math.multiplyExact(requests, BLOCKS * BLOCK_TOKENS);
        return new Engine(
                new EngineConfig(budget, maxNumSeqs, blocks, BLOCK_TOKENS, true, COST, 0, 1).with(speculation));
    }

    private static EngineRequest ownBlocks(int i) {
        long[] hashes = LongStream.range(0, BLOCKS)
                .map(block -> (long) i * BLOCKS + block)
                .toArray();
        return new EngineRequest("request-" + i, BLOCKS * BLOCK_TOKENS, 100, BlockHashes.ofHashes(hashes));
    }

    private static long heapBytes() {
        var memory = ManagementFactory.getMemoryMXBean();
        memory.gc();
        memory.gc();
        return memory.getHeapMemoryUsage().getUsed();
    }
}
