package io.tidemark.streams.explain;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import io.tidemark.streams.signals.HeartbeatHistory;
import io.tidemark.streams.signals.ScrapeHistory;
import java.util.Arrays;
import java.util.List;

/** What moved with a breach, each against its own baseline before it. Moved with, not caused by. Pure. */
public final class BreachCorrelator {
    private static final int MAX_SIGNALS = 8;
    private static final String TOO_SOON =
            "Signals that moved with it are unknown: there was too little time before it for a comparison.";

    private final ScrapeHistory samples;
    private final HeartbeatHistory beats;

    public BreachCorrelator(ScrapeHistory samples, HeartbeatHistory beats) {
        this.samples = samples;
        this.beats = beats;
    }

    /**
     * What was found.
     *
     * @param signals what can move others before what follows from it
     * @param description all of it in plain words
     */
    public record Correlation(List<MovedSignal> signals, String description) {}

    /** For a target; {@code ended} holds what became of its requests in these times. */
    public Correlation correlate(String target, BaselineTimes times, EndedRequests ended) {
        if (!times.hasBaseline()) {
            return new Correlation(List.of(), TOO_SOON);
        }
        CorrelatedSeries courses =
                new CorrelatedSeries(new CorrelatedSeries.Sources(samples, beats, ended), target, times.span());
        SignalMoveDetector finder = new SignalMoveDetector(times);
        List<SignalMoveDetector.Inspection> looked = Arrays.stream(CorrelatedSignal.values())
                .map(mover -> finder.inspect(mover, courses.of(mover)))
                .toList();
        List<SignalMove> moves =
                looked.stream().flatMap(one -> one.move().stream()).toList();
        boolean serverIsKnown =
                looked.stream().anyMatch(one -> one.compared() && one.mover().side() == MovedSide.SERVER);
        List<SignalMove> ordered = SignalMoveOrder.of(SignalMoveClassifier.of(moves));
        List<SignalMove> reported = ordered.subList(0, Math.min(MAX_SIGNALS, ordered.size()));
        return new Correlation(
                reported.stream().map(BreachCorrelator::signal).toList(), SignalMoveText.of(reported, serverIsKnown));
    }

    private static MovedSignal signal(SignalMove move) {
        return MovedSignal.newBuilder()
                .setSignal(move.mover().id())
                .setBefore(move.before())
                .setDuring(move.during())
                .setScore(move.score())
                .setSide(move.mover().side())
                .setDescription(move.description())
                .build();
    }
}
