package io.tidemark.streams.explain;

import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.analysis.signal.CorrelatedSignal.Stage;
import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import io.tidemark.streams.signals.HeartbeatHistory;
import io.tidemark.streams.signals.ScrapeHistory;
import java.util.Arrays;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

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
                reported.stream().map(BreachCorrelator::signal).toList(), description(reported, serverIsKnown));
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

    /**
     * What moved, in plain words: the client's own first, then the load, then the server's, then what became of requests.
     *
     * @param serverIsKnown whether any of the server's signals was there to compare
     */
    private static String description(List<SignalMove> moves, boolean serverIsKnown) {
        List<SignalMove> client = by(moves, MovedSide.CLIENT);
        List<SignalMove> others =
                moves.stream().filter(move -> !client.contains(move)).toList();
        StringBuilder description = new StringBuilder();
        if (!client.isEmpty()) {
            description.append("The client's own: ").append(list(client)).append(". ");
        }
        if (!others.isEmpty()) {
            description.append("Moved with it: ").append(list(others)).append(". ");
        }
        if (by(moves, MovedSide.SERVER).isEmpty()) {
            description.append(serverIsKnown ? "No server signal moved." : "There was no server signal to compare.");
        }
        return description.toString().strip();
    }

    private static List<SignalMove> by(List<SignalMove> moves, MovedSide side) {
        return moves.stream().filter(move -> move.mover().side() == side).toList();
    }

    private static String list(List<SignalMove> moves) {
        return moves.stream().map(SignalMove::description).collect(Collectors.joining("; "));
    }

    /** What kind of move each is beside the others. Pure. */
    static final class SignalMoveClassifier {
        private static final double HALF_FULL = 0.5;
        private static final double BEYOND_BATCH = 1.5;

        private final Map<CorrelatedSignal, SignalMove> moves = new EnumMap<>(CorrelatedSignal.class);

        private SignalMoveClassifier(Collection<SignalMove> found) {
            found.forEach(move -> moves.put(move.mover(), move));
        }

        static List<SignalMove> of(Collection<SignalMove> found) {
            SignalMoveClassifier stages = new SignalMoveClassifier(found);
            return found.stream().map(stages::of).toList();
        }

        private SignalMove of(SignalMove move) {
            return switch (move.mover()) {
                case KV_USAGE, PREEMPTIONS -> isOfTheCache() ? move : move.withStage(Stage.BATCH);
                case FAILED -> follows(move, CorrelatedSignal.LOST_IN_FLIGHT) ? move.withStage(Stage.RESULT) : move;
                case OTHERS -> follows(move, CorrelatedSignal.FAILED) ? move.withStage(Stage.RESULT) : move;
                default -> move;
            };
        }

        /** Answers that never come fail in the end; and what was given up may still be in the server. */
        private boolean follows(SignalMove move, CorrelatedSignal earlier) {
            return get(earlier)
                    .filter(one -> one.onsetSecond() <= move.onsetSecond() + SignalMoveOrder.TOGETHER_SECONDS)
                    .isPresent();
        }

        /** A KV cache that fills because more requests run moves with the batch; one that fills by more is short by itself. */
        private boolean isOfTheCache() {
            Optional<SignalMove> usage = get(CorrelatedSignal.KV_USAGE);
            double batch = get(CorrelatedSignal.RUNNING).map(SignalMove::growth).orElse(1.0);
            return usage.isEmpty()
                    || (usage.get().during() >= HALF_FULL && usage.get().growth() >= BEYOND_BATCH * batch);
        }

        private Optional<SignalMove> get(CorrelatedSignal mover) {
            return Optional.ofNullable(moves.get(mover));
        }
    }
}
