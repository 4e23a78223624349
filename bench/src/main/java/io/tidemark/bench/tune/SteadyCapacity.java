package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/**
 * What configurations hold when load goes on: the load at which the allowed share of requests is bad over two hours of the engine, after a quarter
 * of an hour in which queues fill up. A surface, with its short runs from an empty server, says up to a tenth more.
 */
final class SteadyCapacity {
    private static final double SETTLING_SECONDS = 900;
    private static final double SECONDS = 3_600;
    private static final int SEEDS = 2;
    private static final double LOWEST = 0.7;
    private static final double HIGHEST = 1.15;
    private static final int HALVINGS = 6;

    private final MeasuredSpace space;
    private final Map<Candidate, Double> known = new ConcurrentHashMap<>();

    SteadyCapacity(MeasuredSpace space) {
        this.space = space;
    }

    /** Requests per second, to half a percent. */
    double of(Candidate candidate) {
        return known.computeIfAbsent(candidate, this::measured);
    }

    private double measured(Candidate candidate) {
        double low = LOWEST * space.capacity(candidate);
        double high = HIGHEST * space.capacity(candidate);
        for (int halving = 0; halving < HALVINGS; halving++) {
            double middle = Math.sqrt(low * high);
            if (share(candidate, middle) > SimulatedWorkload.ALLOWED) {
                high = middle;
            } else {
                low = middle;
            }
        }
        return Math.sqrt(low * high);
    }

    private double share(Candidate candidate, double load) {
        Counts counts = new Counts();
        for (int seed = 1; seed <= SEEDS; seed++) {
            new SimulatedClient(space.server(candidate), space.space().workload(), seed).offer(load, counts);
        }
        return (double) counts.bad / Math.max(1, counts.ended);
    }

    private static final class Counts implements SimulatedClient.Watch {
        private long ended;
        private long bad;

        @Override
        public int due(double atSeconds) {
            return atSeconds < SETTLING_SECONDS ? -1 : 0;
        }

        @Override
        public void ended(int tag, boolean isBad, double e2eSeconds) {
            if (tag >= 0) {
                ended++;
                bad += isBad ? 1 : 0;
            }
        }

        @Override
        public boolean at(double seconds, int inFlight) {
            return seconds < SETTLING_SECONDS + SECONDS;
        }
    }
}
