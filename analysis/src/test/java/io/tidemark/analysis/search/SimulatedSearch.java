package io.tidemark.analysis.search;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** A search on the simulator's engine. */
public final class SimulatedSearch {
    private static final double WARM_UP_SECONDS = 30;

    private final SimulatedServer server;
    private final EngineClient client;

    public SimulatedSearch(SimulatedServer server, long seed) {
        this.server = server;
        this.client = server.client(seed);
    }

    /** Until the interval is as narrow as requested, or the budget is used up: in the middle of a probe if need be. */
    public LoadSearch run(Duration budget) {
        return run(budget, false);
    }

    /** The same; with {@code ifFirstHolds} it ends when the first load surely breaks an objective. */
    public LoadSearch run(Duration budget, boolean ifFirstHolds) {
        LoadSearch search = LoadSearch.begin(server.range(), server.rules());
        while (search.next() instanceof NextProbe.At at
                && client.nowNanos() < budget.toNanos()
                && !(ifFirstHolds && firstBreaks(search))) {
            ProbeResult result = probe(search.probe(at.load()), budget.toNanos());
            search = result.isEmpty() ? search : search.with(result);
        }
        return search;
    }

    /** Whether its first load, and no other yet, was found to break an objective. */
    public static boolean firstBreaks(LoadSearch search) {
        return search.results().size() == 1 && search.results().get(0).decision() == LimitDecision.BREAKS;
    }

    public double minutes() {
        return client.nowNanos() / 6e10;
    }

    /** The share of bad requests of so many seconds of a load, after the warm-up; of the worse objective, over the share allowed. */
    double excess(double load, int seconds) {
        long from = warmedUpNanos();
        long until = from + seconds * 1_000_000_000L;
        long[] seen = new long[3];
        client.offer(server.at(load), new EngineClient.Watch() {
            @Override
            public Object due(long atNanos) {
                return atNanos >= from && atNanos < until;
            }

            @Override
            public void first(Object tag, double ttft) {
                // TTFT comes with the end too.
            }

            @Override
            public boolean ended(Object tag, double ttft, double tpot, double e2e) {
                if ((boolean) tag) {
                    double[] used = server.used(ttft, tpot);
                    seen[0] += used[0] > 1 ? 1 : 0;
                    seen[1] += used[1] > 1 ? 1 : 0;
                    seen[2]++;
                }
                return true;
            }

            @Override
            public boolean at(long nanos, int inFlight, Supplier<OptionalDouble> longestWaitSeconds) {
                return nanos < until && inFlight < 20_000;
            }
        });
        return Math.max(seen[0], seen[1]) / (double) Math.max(1, seen[2]) / (1 - server.quantile());
    }

    private ProbeResult probe(Probe probe, long untilNanos) {
        ProbeWatch watch = new ProbeWatch(probe, warmedUpNanos(), untilNanos);
        client.offer(server.at(probe.load()), watch);
        return watch.result.orElseGet(probe::stopped);
    }

    private long warmedUpNanos() {
        return client.nowNanos() + (long) (WARM_UP_SECONDS * 1e9);
    }

    private final class ProbeWatch implements EngineClient.Watch {
        private final Probe probe;
        private final long fromNanos;
        private final long untilNanos;
        private Optional<ProbeResult> result = Optional.empty();
        private int second;

        /** @param untilNanos when it ends, if nothing else ends it before */
        ProbeWatch(Probe probe, long fromNanos, long untilNanos) {
            this.probe = probe;
            this.fromNanos = fromNanos;
            this.untilNanos = untilNanos;
        }

        @Override
        public Object due(long atNanos) {
            return atNanos < fromNanos ? -1 : probe.addDue((atNanos - fromNanos) / 1e9);
        }

        @Override
        public void first(Object tag, double ttft) {
            if ((int) tag >= 0) {
                probe.addFirstToken(ttft);
            }
        }

        @Override
        public boolean ended(Object tag, double ttft, double tpot, double e2e) {
            if ((int) tag >= 0) {
                probe.addEnded((int) tag, server.used(ttft, tpot));
                probe.addDuration(e2e);
            }
            return true;
        }

        @Override
        public boolean at(long nanos, int inFlight, Supplier<OptionalDouble> longestWaitSeconds) {
            while (result.isEmpty() && fromNanos + (second + 1) * 1_000_000_000L <= nanos) {
                second++;
                result = probe.endSecond(inFlight, longestWaitSeconds.get());
            }
            return result.isEmpty() && nanos < untilNanos;
        }
    }
}
