package io.tidemark.bench.tune;

import io.tidemark.analysis.tune.Candidate;
import io.tidemark.simulator.config.ServerConfig;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.function.UnaryOperator;

/** A space whose truth is known: the surface of each configuration that comes up. */
final class MeasuredSpace {
    /** A capacity search of brute force, one for each configuration: as long as the product's is by default. */
    private static final double BRUTE_SEARCH_SECONDS = 3_600;

    private static final double BUDGET_SHARE = 0.2;

    private final TuneSpace space;
    private final List<Candidate> candidates;
    private final Map<Candidate, ResponseSurface> surfaces;
    private final Map<Candidate, Double> capacities = new HashMap<>();
    private final Map<Candidate, String> crashes;
    private final UnaryOperator<Candidate> servedAs;

    /** @param servedAs configuration that the server of a candidate really has */
    MeasuredSpace(
            TuneSpace space,
            List<Candidate> candidates,
            Map<Candidate, ResponseSurface> surfaces,
            Map<Candidate, String> crashes,
            UnaryOperator<Candidate> servedAs) {
        this.space = space;
        this.candidates = candidates;
        this.surfaces = surfaces;
        this.crashes = crashes;
        this.servedAs = servedAs;
        surfaces.forEach((candidate, surface) -> capacities.put(candidate, surface.capacity()));
    }

    /** Measures the configurations of a space, or an even choice of them where it has more than the size allows. */
    static MeasuredSpace of(TuneSpace space, SurfaceFile file, TuneSize size) {
        List<Candidate> candidates = chosen(space.candidates(), size.mostCandidates());
        Map<Candidate, ResponseSurface> surfaces = new HashMap<>();
        Map<Candidate, String> crashes = new HashMap<>();
        SurfaceMeasurement measurement =
                new SurfaceMeasurement(space.workload(), size.surfaceSeeds(), size.surfaceSeconds());
        double near = space.firstLoad();
        for (Candidate candidate : candidates) {
            Optional<String> crash = space.crash(candidate);
            if (crash.isPresent()) {
                crashes.put(candidate, crash.get());
                continue;
            }
            double from = near;
            String key = space.profile() + " " + candidate.flags() + " " + space.workload() + " " + size.surfaceSeeds()
                    + " x " + size.surfaceSeconds() + " s";
            ResponseSurface surface = file.of(key, () -> measurement.of(space.server(candidate), from));
            surfaces.put(candidate, surface);
            near = surface.capacity();
        }
        return new MeasuredSpace(space, candidates, surfaces, crashes, UnaryOperator.identity());
    }

    /** The same, where each configuration that comes up is as the default is. */
    MeasuredSpace allAsDefault() {
        Map<Candidate, ResponseSurface> same = new HashMap<>();
        surfaces.keySet().forEach(candidate -> same.put(candidate, surface(standard())));
        return new MeasuredSpace(space, candidates, same, crashes, candidate -> standard());
    }

    private static List<Candidate> chosen(List<Candidate> all, int most) {
        int every = (all.size() + most - 1) / most;
        List<Candidate> chosen = new ArrayList<>();
        for (int at = 0; at < all.size(); at += every) {
            chosen.add(all.get(at));
        }
        return chosen;
    }

    TuneSpace space() {
        return space;
    }

    List<Candidate> candidates() {
        return candidates;
    }

    ServerConfig server(Candidate candidate) {
        return space.server(servedAs.apply(candidate));
    }

    Candidate standard() {
        return candidates.get(0);
    }

    Optional<String> crash(Candidate candidate) {
        return Optional.ofNullable(crashes.get(candidate));
    }

    ResponseSurface surface(Candidate candidate) {
        return Objects.requireNonNull(surfaces.get(candidate), candidate.name());
    }

    /** The truth; 0 of a configuration that crashes. */
    double capacity(Candidate candidate) {
        return capacities.getOrDefault(candidate, 0.0);
    }

    Candidate bestCandidate() {
        return capacities.entrySet().stream()
                .max(Map.Entry.comparingByValue())
                .orElseThrow()
                .getKey();
    }

    double best() {
        return capacity(bestCandidate());
    }

    int crashing() {
        return crashes.size();
    }

    /** Configurations whose capacity is at most so much below the best. */
    long within(double share) {
        return capacities.values().stream()
                .filter(it -> it >= (1 - share) * best())
                .count();
    }

    /** Of brute force: one capacity search of each configuration, and a start of each that crashes. */
    double bruteSeconds() {
        return crashing() * Machine.CRASH_SECONDS
                + (candidates.size() - crashing()) * (Machine.START_SECONDS + BRUTE_SEARCH_SECONDS);
    }

    /** What a tuner gets. */
    double budgetSeconds() {
        return BUDGET_SHARE * bruteSeconds();
    }
}
