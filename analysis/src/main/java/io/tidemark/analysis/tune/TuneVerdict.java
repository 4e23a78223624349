package io.tidemark.analysis.tune;

import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * What the final stage shows.
 *
 * @param challengers as the search ranked them before that stage; empty where none was left
 */
public record TuneVerdict(TuneObjective objective, Candidate standard, List<ChallengerVerdict> challengers) {
    public TuneVerdict {
        challengers = List.copyOf(challengers);
    }

    /** The best of those that are shown to be better than the default; empty where none is. */
    public Optional<ChallengerVerdict> tuned() {
        return challengers.stream().filter(ChallengerVerdict::isBetter).max(byUtility());
    }

    /** What is to be used: the default unless another is shown to be better. */
    public Candidate recommended() {
        return tuned().map(ChallengerVerdict::candidate).orElse(standard);
    }

    /** One sentence. */
    public String description() {
        return tuned().map(this::better).orElseGet(this::nothingBetter);
    }

    /** Of this verdict on a held-out workload: whether a configuration that was chosen by another workload is better here too, as part of a sentence. */
    public String wordsOfHeldOut(Candidate chosen) {
        if (chosen.equals(standard)) {
            return "on the held-out workload " + description();
        }
        return challengers.stream()
                .filter(it -> it.candidate().equals(chosen))
                .findFirst()
                .map(it -> it.isBetter()
                        ? "on the held-out workload it has " + ratio(it) + " the default's " + objective.name()
                        : "on the held-out workload it was NOT shown to be better than the default: " + ratio(it))
                .orElse("on the held-out workload it could not be compared with the default");
    }

    private String better(ChallengerVerdict best) {
        return objective.isHeldLoad()
                ? "tuned (" + best.candidate().name() + ") holds " + ratio(best) + " the default"
                : "tuned (" + best.candidate().name() + ") has " + ratio(best) + " the default's " + objective.name();
    }

    private String nothingBetter() {
        String nothing = "nothing was shown to be better than the default";
        return challengers.stream()
                .max(byUtility())
                .map(best -> nothing + ": " + best.candidate().name() + " is at " + ratio(best) + hours(best))
                .orElse(nothing);
    }

    private static String hours(ChallengerVerdict of) {
        if (of.hoursNeeded().isEmpty()) {
            return "";
        }
        return String.format(
                Locale.ROOT,
                "; about %.1f more hours (%d runs a side in all) would decide",
                of.hoursNeeded().getAsDouble(),
                of.runsNeeded().orElseThrow());
    }

    private static String ratio(ChallengerVerdict of) {
        return of.low().isEmpty()
                ? String.format(Locale.ROOT, "%.2f x (%d runs, no interval)", of.ratio(), of.runs())
                : String.format(
                        Locale.ROOT,
                        "%.2f x (%.2f to %.2f)",
                        of.ratio(),
                        of.low().getAsDouble(),
                        of.high().orElseThrow());
    }

    private Comparator<ChallengerVerdict> byUtility() {
        return Comparator.comparingDouble(it -> objective.utility(it.ratio()));
    }
}
