package io.tidemark.streams.signal;

import io.tidemark.events.MovedSide;
import io.tidemark.events.MovedSignal;
import java.util.Arrays;
import java.util.List;

/** What moved with a breach, each against its own baseline before it. Moved with, not caused by. Pure. */
public final class MovedWith {
    private static final int MOST = 8;
    private static final String TOO_SOON =
            "What moved with it is not known: there was too little time before it to compare with.";

    private final Samples samples;
    private final ClientBeats beats;

    public MovedWith(Samples samples, ClientBeats beats) {
        this.samples = samples;
        this.beats = beats;
    }

    /**
     * What was found.
     *
     * @param signals what can move others before what follows from it
     * @param words all of it in plain words
     */
    public record Found(List<MovedSignal> signals, String words) {}

    /** For a target; {@code ended} holds what became of its requests in these times. */
    public Found of(String target, Times times, Ended ended) {
        if (!times.hasBaseline()) {
            return new Found(List.of(), TOO_SOON);
        }
        Courses courses = new Courses(new Courses.Seen(samples, beats, ended), target, times.span());
        MoveFinder finder = new MoveFinder(times);
        List<MoveFinder.Looked> looked = Arrays.stream(Mover.values())
                .map(mover -> finder.look(mover, courses.of(mover)))
                .toList();
        List<Move> moves = looked.stream().flatMap(one -> one.move().stream()).toList();
        boolean serverIsKnown =
                looked.stream().anyMatch(one -> one.compared() && one.mover().side() == MovedSide.SERVER);
        List<Move> ordered = MoveOrder.of(Stages.of(moves));
        List<Move> told = ordered.subList(0, Math.min(MOST, ordered.size()));
        return new Found(told.stream().map(MovedWith::signal).toList(), MoveWords.of(told, serverIsKnown));
    }

    private static MovedSignal signal(Move move) {
        return MovedSignal.newBuilder()
                .setSignal(move.mover().id())
                .setBefore(move.before())
                .setDuring(move.during())
                .setScore(move.score())
                .setSide(move.mover().side())
                .setWords(move.words())
                .build();
    }
}
