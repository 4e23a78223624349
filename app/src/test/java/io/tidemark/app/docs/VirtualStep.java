package io.tidemark.app.docs;

import io.tidemark.analysis.designeffect.DueCell;
import io.tidemark.analysis.designeffect.DueCells;
import io.tidemark.analysis.quantile.RankedValues;
import io.tidemark.schemas.Metric;
import io.tidemark.simulator.client.BenchServeClient;
import io.tidemark.simulator.client.RequestArrival;
import io.tidemark.simulator.client.RequestTrace;
import io.tidemark.simulator.config.ServerConfigLoader;
import io.tidemark.simulator.engine.BlockHashes;
import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.EngineRequest;
import io.tidemark.simulator.random.SeededRandom;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/** The measured requests of a step in virtual time, in the order in which they were due: Llama 3.1 70B on one H200, documents in, short answers out. */
record VirtualStep(List<RequestTrace> requests) {
    private static final String PROFILE = "llama-70b-fp8-h200";
    private static final double NANOS_PER_SECOND = 1e9;
    private static final long EPOCH_SECOND = 1_700_000_000;
    private static final String CRITERION = "limit";

    /** Poisson arrivals at a rate, so many requests after a warm-up of {@code warmUpSeconds}. */
    static VirtualStep of(double perSecond, int requests, double warmUpSeconds, long seed) {
        SeededRandom draws = new SeededRandom(seed);
        long fromNanos = Math.round(warmUpSeconds * NANOS_PER_SECOND);
        List<RequestArrival> arrivals = new ArrayList<>();
        double atNanos = 0;
        int measured = 0;
        while (measured < requests) {
            atNanos += draws.exponential() / perSecond * NANOS_PER_SECOND;
            measured += atNanos >= fromNanos ? 1 : 0;
            EngineRequest request = new EngineRequest(
                    "r" + arrivals.size(), draws.between(500, 8_000), draws.between(16, 256), BlockHashes.none());
            arrivals.add(new RequestArrival(Math.round(atNanos), request));
        }
        var config = new ServerConfigLoader().parse("study", "{extends: " + PROFILE + ", seed: " + seed + "}");
        return new VirtualStep(new BenchServeClient(new Engine(config.engine()), 0, Integer.MAX_VALUE)
                .play(arrivals, 0).stream()
                        .filter(outcome -> outcome.sentNanos() >= fromNanos)
                        .sorted(Comparator.comparingLong(RequestTrace::sentNanos))
                        .toList());
    }

    /** Only its first requests. */
    VirtualStep first(int count) {
        return new VirtualStep(requests.subList(0, count));
    }

    /** Values of a metric, sorted. */
    long[] sorted(Metric metric) {
        return requests.stream()
                .mapToLong(outcome -> nanos(metric, outcome))
                .sorted()
                .toArray();
    }

    RankedValues ranked(Metric metric) {
        return RankedValues.sorted(sorted(metric));
    }

    /** As streams count them, the bad ones by a limit of one metric among them. */
    DueCells cells(Metric metric, long limitNanos) {
        DueCells cells = new DueCells();
        for (RequestTrace outcome : requests) {
            long second = EPOCH_SECOND + Math.round(Math.floor(outcome.sentNanos() / NANOS_PER_SECOND));
            DueCell cell = cells.cell(second).orElseThrow();
            cell.add(1, 0);
            cell.addBad(CRITERION, nanos(metric, outcome) > limitNanos ? 1 : 0);
            cell.sketch(metric).add(nanos(metric, outcome));
            cell.sketch(Metric.E2E).add(outcome.endNanos() - outcome.sentNanos());
        }
        return cells;
    }

    static String criterion() {
        return CRITERION;
    }

    private static long nanos(Metric metric, RequestTrace outcome) {
        return metric == Metric.TTFT
                ? outcome.ttftNanos()
                : Math.round(outcome.tpotNanos().orElseThrow());
    }
}
