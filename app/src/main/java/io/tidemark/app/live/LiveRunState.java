package io.tidemark.app.live;

import io.tidemark.events.BreachState;
import io.tidemark.events.BurnEvidence;
import io.tidemark.events.MetricName;
import io.tidemark.events.SloBreach;
import io.tidemark.events.WindowStats;
import io.tidemark.schemas.RequestClass;
import io.tidemark.schemas.Signal;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;

/** What the topics last reported of one run: the newest 10 s window of each metric, the server's signals beside it, the breaches. Thread-safe. */
public final class LiveRunState {
    private static final int WINDOW_SECONDS = 10;

    private final String run;
    private final Map<MetricName, WindowStats> newest = new EnumMap<>(MetricName.class);
    private final Map<String, SloBreach> breaches = new HashMap<>();

    public LiveRunState(String run) {
        this.run = run;
    }

    /** Takes a window if it is the run's, of 10 s, of every class together, and no older than what is known. */
    public synchronized void window(WindowStats window) {
        boolean ours = window.getRun().equals(run)
                && window.getWindowSeconds() == WINDOW_SECONDS
                && window.getRequestClass().equals(RequestClass.ALL);
        if (!ours) {
            return;
        }
        newest.merge(
                window.getMetric(), window, (known, next) -> next.getEnd().isBefore(known.getEnd()) ? known : next);
    }

    /** Takes a breach if it is the run's. */
    public synchronized void breach(SloBreach breach) {
        if (breach.getRun().equals(run)) {
            breaches.put(breach.getBreach(), breach);
        }
    }

    /** Whether no window has come yet. */
    public synchronized boolean isEmpty() {
        return newest.isEmpty();
    }

    /** 99th percentile of the newest window, nanoseconds; empty while there is none. */
    public synchronized OptionalLong p99(MetricName metric) {
        WindowStats window = newest.get(metric);
        Long p99 = window == null ? null : window.getP99Nanos();
        return p99 == null ? OptionalLong.empty() : OptionalLong.of(p99);
    }

    /** A server signal as of the newest window. */
    public synchronized OptionalDouble signal(Signal signal) {
        return newest.values().stream()
                .max(Comparator.comparing(WindowStats::getEnd))
                .map(window -> window.getSignals().get(signal.id()))
                .map(OptionalDouble::of)
                .orElse(OptionalDouble.empty());
    }

    /** What the burn-rate rule that is open with least of its budget left last saw; empty while none is. */
    public synchronized Optional<BurnEvidence> worstBurnRate() {
        return breaches.values().stream()
                .filter(breach -> breach.getState() == BreachState.OPENED || breach.getState() == BreachState.UPDATED)
                .flatMap(breach -> Optional.ofNullable(breach.getBurn()).stream())
                .min(Comparator.comparingDouble(BurnEvidence::getBudgetLeft));
    }

    /** As they stand, in the order in which they opened, retracted ones left out. */
    public synchronized List<SloBreach> breachesByOpenTime() {
        return breaches.values().stream()
                .filter(breach -> breach.getState() != BreachState.RETRACTED)
                .sorted(Comparator.comparing(SloBreach::getOpened).thenComparing(SloBreach::getBreach))
                .toList();
    }

    /** Breaches so far, retracted ones left out. */
    public synchronized long breaches() {
        return breaches.values().stream()
                .filter(breach -> breach.getState() != BreachState.RETRACTED)
                .count();
    }
}
