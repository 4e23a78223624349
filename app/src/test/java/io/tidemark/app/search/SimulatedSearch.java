package io.tidemark.app.search;

import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.NextProbe;
import io.tidemark.analysis.search.Probe;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.events.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.function.Supplier;

/** A search on the simulator's engine. */
final class SimulatedSearch {
    private static final double WARM_UP_SECONDS = 30;

    private final SimulatedServer server;
    private final EngineClient client;

    SimulatedSearch(SimulatedServer server, long seed) {
        this.server = server;
        this.client = server.client(seed);
    }

    LoadSearch run() {
        LoadSearch search = LoadSearch.begin(server.range(), server.rules());
        while (search.next() instanceof NextProbe.At at) {
            search = search.with(probe(search.probe(at.load())));
        }
        return search;
    }

    /** As the command does it: both ends, with numbers of requests that are fixed beforehand. */
    Confirmation confirm(LoadSearch search) {
        ConfirmationRun run = new ConfirmationRun(search, 1);
        List<Verdict> verdicts = new ArrayList<>();
        for (int step = 0; step < run.steps().size(); step++) {
            Probe probe = run.probes().get(step);
            client.offer(
                    server.at(probe.load()),
                    new ProbeWatch(probe, warmedUpNanos(), run.steps().get(step).requests()));
            verdicts.add(probe.verdict());
        }
        return run.verdict(verdicts, verdicts::get);
    }

    double hours() {
        return client.nowNanos() / 3.6e12;
    }

    ProbeResult probe(Probe probe) {
        ProbeWatch watch = new ProbeWatch(probe, warmedUpNanos(), Long.MAX_VALUE);
        client.offer(server.at(probe.load()), watch);
        return watch.result.orElseThrow();
    }

    private long warmedUpNanos() {
        return client.nowNanos() + (long) (WARM_UP_SECONDS * 1e9);
    }

    private final class ProbeWatch implements EngineClient.Watch {
        private final Probe probe;
        private final long fromNanos;
        private final long fixed;
        private long measured;
        private Optional<ProbeResult> result = Optional.empty();
        private int second;

        /** @param fixed so many measured requests end it, if nothing else does before */
        ProbeWatch(Probe probe, long fromNanos, long fixed) {
            this.probe = probe;
            this.fromNanos = fromNanos;
            this.fixed = fixed;
        }

        @Override
        public Object due(long atNanos) {
            if (atNanos < fromNanos || measured >= fixed) {
                return -1;
            }
            measured++;
            return probe.due((atNanos - fromNanos) / 1e9);
        }

        @Override
        public void first(Object tag, double ttft) {
            if ((int) tag >= 0) {
                probe.firstToken(ttft);
            }
        }

        @Override
        public boolean ended(Object tag, double ttft, double tpot, double e2e) {
            if ((int) tag >= 0) {
                probe.ended((int) tag, server.used(ttft, tpot));
                probe.took(e2e);
            }
            return true;
        }

        @Override
        public boolean at(long nanos, int inFlight, Supplier<OptionalDouble> longestWaitSeconds) {
            while (result.isEmpty() && fromNanos + (second + 1) * 1_000_000_000L <= nanos) {
                second++;
                Optional<ProbeResult> now = probe.second(inFlight, longestWaitSeconds.get());
                result = fixed == Long.MAX_VALUE ? now : Optional.empty();
            }
            return result.isEmpty() && measured < fixed;
        }
    }
}
