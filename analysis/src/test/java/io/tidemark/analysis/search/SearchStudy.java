package io.tidemark.analysis.search;

import io.tidemark.analysis.search.EngineClient.Workload;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Searches on servers whose capacity is known from long runs: how often the interval covers it, how wide it is, and what it takes. */
final class SearchStudy {
    private static final int LONG_RUN = 200_000;
    private static final Workload SHORT = new Workload(100, 300, 16, 48);
    private static final Workload CHAT = new Workload(200, 1_000, 50, 300);
    private static final double RESOLUTION = 0.1;

    /** A factor between the ends of an interval above which it says little, with a hair of rounding. */
    private static final double USEFUL = 1.25 + 1e-9;

    /** A server, and a load that it holds in the long run, not far below its capacity. */
    record Case(String name, SimulatedServer server, double near) {}

    static List<Case> cases() {
        return List.of(
                new Case(
                        "demo-tuned, rate, p95, TPOT binds",
                        new SimulatedServer("demo-tuned", SHORT, 0.95, 0.25, 0.05, false, rates(15)),
                        38),
                new Case(
                        "demo-default, rate, p99, TTFT binds",
                        new SimulatedServer("demo-default", SHORT, 0.99, 0.5, 0.05, false, rates(8)),
                        21.5),
                new Case(
                        "phi-4-mini-l4, concurrency, p95",
                        new SimulatedServer("phi-4-mini-l4", CHAT, 0.95, 0.5, 0.05, true, places(4)),
                        12),
                new Case(
                        "demo-tuned, concurrency, p99",
                        new SimulatedServer("demo-tuned", SHORT, 0.99, 0.25, 0.05, true, places(16)),
                        60));
    }

    private static SearchRange rates(double from) {
        return new SearchRange(from, from * 1_000, RESOLUTION, false);
    }

    private static SearchRange places(double from) {
        return new SearchRange(from, from * 1_000, RESOLUTION, true);
    }

    /** What came of the searches of one case. */
    record Row(
            String name,
            double truth,
            int searches,
            int covered,
            double factor,
            double widest,
            int wide,
            double minutes,
            double longest,
            double probes) {
        String line() {
            return String.format(
                    Locale.ROOT,
                    "| %s | %.3g | %d of %d | %.3f | %.3f | %d | %.0f | %.0f | %.0f |",
                    name,
                    truth,
                    covered,
                    searches,
                    factor,
                    widest,
                    wide,
                    minutes,
                    longest,
                    probes);
        }
    }

    private int aborted;
    private int abortedThoughHeld;
    private int heldProbes;
    private final Map<String, Double> truths = new HashMap<>();

    private double truth(Case of) {
        return truths.computeIfAbsent(of.name(), name -> new LongRun(of.server(), LONG_RUN, of.near()).capacity());
    }

    Row row(Case of, int searches, Duration budget) {
        Tally tally = new Tally(truth(of));
        for (int seed = 1; seed <= searches; seed++) {
            SimulatedSearch search = new SimulatedSearch(of.server(), seed);
            LoadSearch done = search.run(budget);
            tally.add(
                    done.interval().covers(tally.truth),
                    done.interval().factor(),
                    search.minutes(),
                    done.results().size());
            done.results().forEach(result -> count(result, tally.truth));
        }
        return tally.row(of.name());
    }

    /** Plain bisection: each probe has one length, and the share seen decides. Loads grow by a half, then are halved to the resolution. */
    Row bisection(Case of, int searches, Duration probe) {
        Tally tally = new Tally(truth(of));
        for (int seed = 1; seed <= searches; seed++) {
            SimulatedSearch search = new SimulatedSearch(of.server(), seed);
            double low = 0;
            double high = Double.POSITIVE_INFINITY;
            double load = of.server().range().from();
            int made = 0;
            while (load > 0) {
                boolean holds = search.excess(load, (int) probe.toSeconds()) <= 1;
                made++;
                low = holds ? load : low;
                high = holds ? high : load;
                load = next(of.server(), low, high);
            }
            tally.add(tally.truth >= low && tally.truth <= high, high / low, search.minutes(), made);
        }
        return tally.row("bisection, probes of " + probe.toMinutes() + " min: " + of.name());
    }

    /** What searches with other seeds came to. */
    private static final class Tally {
        private final double truth;
        private final List<Double> factors = new ArrayList<>();
        private final List<Double> minutes = new ArrayList<>();
        private final List<Double> probes = new ArrayList<>();
        private int covered;

        Tally(double truth) {
            this.truth = truth;
        }

        void add(boolean covers, double factor, double took, int made) {
            covered += covers ? 1 : 0;
            factors.add(factor);
            minutes.add(took);
            probes.add((double) made);
        }

        Row row(String name) {
            return new Row(
                    name,
                    truth,
                    factors.size(),
                    covered,
                    median(factors),
                    Collections.max(factors),
                    (int) factors.stream().filter(factor -> factor > USEFUL).count(),
                    median(minutes),
                    Collections.max(minutes),
                    median(probes));
        }
    }

    private static double next(SimulatedServer server, double low, double high) {
        if (Double.isInfinite(high)) {
            return whole(server, low * 1.5);
        }
        if (low == 0) {
            return whole(server, high / 1.5);
        }
        boolean fine = high <= low * (1 + RESOLUTION) || (server.inFlight() && high - low <= 1);
        return fine ? 0 : whole(server, Math.sqrt(low * high));
    }

    private static double whole(SimulatedServer server, double load) {
        return server.inFlight() ? Math.max(1, Math.round(load)) : load;
    }

    private void count(ProbeResult result, double truth) {
        boolean grew = result.end() == ProbeEnd.QUEUE_GROWS;
        aborted += grew ? 1 : 0;
        heldProbes += result.load() <= truth ? 1 : 0;
        abortedThoughHeld += grew && result.load() <= truth ? 1 : 0;
    }

    String aborts() {
        return String.format(
                Locale.ROOT,
                "Queue growth ended %d probes; %d of them were among the %d probes at loads that are held in the long run.",
                aborted,
                abortedThoughHeld,
                heldProbes);
    }

    static double median(List<Double> values) {
        return values.stream().sorted().skip(values.size() / 2).findFirst().orElseThrow();
    }
}
