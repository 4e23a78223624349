package io.tidemark.bench.tune;

import io.tidemark.analysis.search.LimitDecision;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.NextProbe;
import io.tidemark.analysis.search.Probe;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.analysis.tune.TrialOutcome;
import io.tidemark.analysis.tune.TrialRequest;
import io.tidemark.analysis.tune.TrialResult;
import java.util.List;
import java.util.Optional;
import java.util.SplittableRandom;

/**
 * Starts of the simulator itself: each is a fresh engine, on which the product's capacity search makes its probes request by request. A slower
 * server is one that gets as much more load. Not thread-safe.
 */
final class DirectStarts implements Starts {
    private static final double WARM_UP_SECONDS = 30;

    /** Below what a search is expected to find, it begins. */
    private static final double BELOW = 0.9;

    private static final double RESOLUTION = 0.05;
    private static final int MOST_PROBE_SECONDS = 360;

    /** A search may go up to so many times the load that it begins at. */
    private static final double MOST_RISE = 1_000;

    private final MeasuredSpace space;
    private final ServerEffects effects;
    private final long seed;

    DirectStarts(MeasuredSpace space, Machine machine, long seed) {
        this.space = space;
        this.effects = new ServerEffects(machine, new SplittableRandom(seed));
        this.seed = seed;
    }

    @Override
    public TrialResult start(TrialRequest request) {
        double effect = effects.next();
        String id = "start " + effects.starts();
        Optional<String> crash = space.crash(request.candidate());
        if (crash.isPresent()) {
            return new TrialResult(id, request, new TrialOutcome.Infeasible(crash.get()), Machine.CRASH_SECONDS, 0);
        }
        SimulatedClient client = new SimulatedClient(
                space.server(request.candidate()), space.space().workload(), seed * 1_000 + effects.starts());
        double from = request.checkLoad()
                .orElse(BELOW * request.expected().orElse(space.space().firstLoad()));
        LoadSearch search = LoadSearch.begin(
                new SearchRange(from, from * MOST_RISE, RESOLUTION, false),
                new ProbeRules(List.of(SimulatedWorkload.ALLOWED), 1, MOST_PROBE_SECONDS));
        while (search.next() instanceof NextProbe.At at
                && client.nowSeconds() + WARM_UP_SECONDS + ProbeRules.MIN_SECONDS <= request.seconds()) {
            ProbeResult result = probe(client, search.probe(at.load()), effect, request.seconds());
            search = result.isEmpty() ? search : search.with(result);
            boolean isCheck =
                    search.results().size() == 1 && request.checkLoad().isPresent();
            if (isCheck && result.decision() == LimitDecision.BREAKS) {
                return new TrialResult(
                        id,
                        request,
                        new TrialOutcome.Bound(at.load(), TrialOutcome.Side.BELOW),
                        Machine.START_SECONDS,
                        client.nowSeconds());
            }
        }
        return new TrialResult(id, request, outcome(search, from), Machine.START_SECONDS, client.nowSeconds());
    }

    /** A search that was told nothing knows that the truth is below all that it might have tried. */
    private static TrialOutcome outcome(LoadSearch search, double from) {
        return TrialOutcome.of(
                        search.interval(),
                        search.estimate()
                                .map(estimate -> new TrialOutcome.Measured(estimate.load(), estimate.relativeError())))
                .orElseGet(() -> new TrialOutcome.Bound(from * MOST_RISE, TrialOutcome.Side.BELOW));
    }

    private static ProbeResult probe(SimulatedClient client, Probe probe, double effect, double untilSeconds) {
        ProbeWatch watch = new ProbeWatch(client, probe, untilSeconds);
        client.offer(probe.load() / effect, watch);
        return watch.result.orElseGet(probe::stopped);
    }

    private static final class ProbeWatch implements SimulatedClient.Watch {
        private final SimulatedClient client;
        private final Probe probe;
        private final double fromSeconds;
        private final double untilSeconds;
        private Optional<ProbeResult> result = Optional.empty();
        private int second;

        ProbeWatch(SimulatedClient client, Probe probe, double untilSeconds) {
            this.client = client;
            this.probe = probe;
            this.fromSeconds = client.nowSeconds() + WARM_UP_SECONDS;
            this.untilSeconds = untilSeconds;
        }

        @Override
        public int due(double atSeconds) {
            return atSeconds < fromSeconds ? -1 : probe.addDue(atSeconds - fromSeconds);
        }

        @Override
        public void first(int tag, double ttftSeconds) {
            if (tag >= 0) {
                probe.addFirstToken(ttftSeconds);
            }
        }

        @Override
        public void ended(int tag, boolean isBad, double e2eSeconds) {
            if (tag >= 0) {
                probe.addEnded(tag, isBad ? 2 : 0.5);
                probe.addDuration(e2eSeconds);
            }
        }

        @Override
        public boolean at(double seconds, int inFlight) {
            while (result.isEmpty() && fromSeconds + second + 1 <= seconds) {
                second++;
                result = probe.endSecond(inFlight, client.longestWait());
            }
            return result.isEmpty() && seconds < untilSeconds;
        }
    }
}
