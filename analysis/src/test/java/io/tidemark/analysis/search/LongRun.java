package io.tidemark.analysis.search;

import java.util.Map;
import java.util.OptionalDouble;
import java.util.TreeMap;
import java.util.function.Supplier;

/** The truth: the share of bad requests over so many of them, and the load at which it passes the limit. */
public final class LongRun {
    private static final double WARM_UP_SECONDS = 60;

    private final SimulatedServer server;
    private final int requests;
    private final double near;
    private final Map<Double, Double> known = new TreeMap<>();

    /** @param near a load near the capacity: saves long runs, decides nothing */
    public LongRun(SimulatedServer server, int requests, double near) {
        this.server = server;
        this.requests = requests;
        this.near = near;
    }

    /** By halving the ratio to half a percent; a concurrency is the highest that holds. */
    public double capacity() {
        double low = near;
        while (excess(low) > 1) {
            low = server.inFlight() ? Math.floor(low / 1.1) : low / 1.1;
        }
        double high = server.inFlight() ? Math.ceil(low * 1.1) : low * 1.1;
        while (excess(high) <= 1) {
            low = high;
            high = server.inFlight() ? Math.ceil(high * 1.1) : high * 1.1;
        }
        while (server.inFlight() ? high - low > 1 : high / low > 1.005) {
            double middle = server.inFlight() ? Math.floor((low + high) / 2) : Math.sqrt(low * high);
            if (excess(middle) <= 1) {
                low = middle;
            } else {
                high = middle;
            }
        }
        return server.inFlight() ? low : Math.sqrt(low * high);
    }

    /** Share of bad requests of the worse objective over the share allowed. */
    double excess(double load) {
        return known.computeIfAbsent(load, this::measured);
    }

    private double measured(double load) {
        long[] bad = new long[2];
        long[] seen = {0};
        EngineClient client = server.client(7_777);
        client.offer(server.at(load), new EngineClient.Watch() {
            @Override
            public Object due(long atNanos) {
                return atNanos;
            }

            @Override
            public void first(Object tag, double ttft) {
                // TTFT comes with the end too.
            }

            @Override
            public boolean ended(Object tag, double ttft, double tpot, double e2e) {
                if ((long) tag < WARM_UP_SECONDS * 1e9 || seen[0] >= requests) {
                    return seen[0] < requests;
                }
                double[] used = server.used(ttft, tpot);
                bad[0] += used[0] > 1 ? 1 : 0;
                bad[1] += used[1] > 1 ? 1 : 0;
                seen[0]++;
                return true;
            }

            @Override
            public boolean at(long nanos, int inFlight, Supplier<OptionalDouble> longestWaitSeconds) {
                double allowed = requests * (1 - server.quantile());
                return seen[0] < requests && Math.max(bad[0], bad[1]) <= 2 * allowed && inFlight < 20_000;
            }
        });
        return seen[0] < requests ? 1e9 : Math.max(bad[0], bad[1]) / (double) requests / (1 - server.quantile());
    }
}
