package io.tidemark.analysis.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A gate's verdict in one paragraph. Stateless. */
final class GateParagraph {
    private static final int MOST_NAMED = 5;
    private static final int MOST_MOVED = 3;

    private GateParagraph() {}

    static String of(GateVerdict verdict, String slo) {
        List<String> sentences = new ArrayList<>();
        sentences.add(headline(verdict) + slo);
        addIfAny(sentences, "Regressed: ", verdict, verdict.regressed());
        addIfAny(sentences, "Improved: ", verdict, verdict.improved());
        String moved = moved(verdict.moved());
        if (!verdict.regressed().isEmpty() && !moved.isEmpty()) {
            sentences.add("Moved with it: " + moved + ".");
        }
        if (verdict.doubt().isEmpty()) {
            verdict.comparison().orderDoubt().ifPresent(words -> sentences.add("Note that " + words + "."));
        }
        addOpen(sentences, verdict);
        found(verdict).ifPresent(sentences::add);
        return String.join(" ", sentences);
    }

    private static String headline(GateVerdict verdict) {
        RunComparison comparison = verdict.comparison();
        String sides = "\"" + comparison.candidate() + "\" against \"" + comparison.base() + "\": ";
        if (comparison.compared().isEmpty()) {
            return sides + "UNDECIDED: " + comparison.nothingCompared().orElse("nothing was compared") + ".";
        }
        String doubt =
                verdict.doubt().map(words -> words + ". By the figures alone, ").orElse("");
        return sides + verdict.outcome() + ": " + doubt + reason(verdict) + ".";
    }

    /** What is excluded, and what is not. */
    private static String reason(GateVerdict verdict) {
        int asked = verdict.comparison().compared().size();
        if (verdict.isTrade()) {
            return "a trade: " + figures(verdict.regressed().size(), asked) + " worse, and "
                    + gained(verdict.improved()) + " better";
        }
        if (!verdict.regressed().isEmpty()) {
            return "that nothing got worse is excluded for "
                    + figures(verdict.regressed().size(), asked);
        }
        if (!verdict.open().isEmpty()) {
            Compared widest = verdict.open().get(0);
            return "being worse by the block or more is not excluded for "
                    + figures(verdict.open().size(), asked) + "; the runs leave most at " + left(widest);
        }
        if (!verdict.screening().isEmpty()) {
            return "nothing is excluded for " + figures(verdict.screening().size(), asked) + " with too few runs";
        }
        if (!verdict.missing().isEmpty()) {
            return "the candidate lacks figures of the base, "
                    + verdict.missing().size() + " of them";
        }
        List<Compared> blocked = verdict.comparison().compared().stream()
                .filter(Compared::isBlocked)
                .sorted(Comparator.comparingDouble((Compared one) -> one.worstLeft() / one.block())
                        .reversed())
                .toList();
        return blocked.isEmpty()
                ? "nothing regressed, and no figure that is compared blocks"
                : "being worse by the block or more is excluded for all " + blocked.size()
                        + " figures that have one; the runs leave most at " + left(blocked.get(0));
    }

    /** {@code ttft p99 at 2 req/s, up to 11.2 % worse (block 25 %)}. */
    private static String left(Compared one) {
        String unit = Wording.unit(one.measure());
        String worst = Double.isInfinite(one.worstLeft())
                ? "any change"
                : String.format(Locale.ROOT, "up to %.1f %s worse", 100 * one.worstLeft(), unit);
        return String.format(
                Locale.ROOT,
                "%s, %s (block %s %s)",
                Wording.question(one.question()),
                worst,
                Wording.plain(100 * one.block()),
                unit);
    }

    private static String gained(List<Compared> improved) {
        return improved.stream()
                .filter(Trade::isGain)
                .map(one -> Wording.question(one.question()))
                .limit(MOST_NAMED)
                .collect(Collectors.joining(", "));
    }

    private static String figures(int some, int all) {
        return some + " of " + all + " figures";
    }

    /** The least change that the runs there are could have found, at the figure that varies least and at the one that varies most. */
    private static Optional<String> found(GateVerdict verdict) {
        List<Compared> decided = verdict.comparison().compared().stream()
                .filter(one ->
                        one.detectable().isPresent() && one.measure().family().isRelative())
                .sorted(Comparator.comparingDouble(GateParagraph::detectable))
                .toList();
        List<Compared> blind =
                decided.stream().filter(one -> detectable(one) >= 1).toList();
        String unseen = blind.isEmpty()
                ? ""
                : " A change by less than a factor of two is not found at " + Wording.few(questions(blind)) + ".";
        return finds(decided.subList(0, decided.size() - blind.size())).map(words -> words + unseen);
    }

    private static List<Question> questions(List<Compared> compared) {
        return compared.stream().map(Compared::question).toList();
    }

    /** @param decided the one that varies least first */
    private static Optional<String> finds(List<Compared> decided) {
        if (decided.isEmpty()) {
            return Optional.empty();
        }
        Compared least = decided.get(0);
        Compared most = decided.get(decided.size() - 1);
        String until = decided.size() == 1 ? "" : " and of " + words(most);
        return Optional.of("These runs find a change for the worse of " + words(least) + until + " in "
                + Math.round(100 * RunsNeeded.POWER) + " of 100 cases, and rarely a smaller one.");
    }

    private static String words(Compared one) {
        return String.format(Locale.ROOT, "%.1f %% at %s", 100 * detectable(one), Wording.question(one.question()));
    }

    private static double detectable(Compared one) {
        return one.detectable().orElseThrow();
    }

    private static void addIfAny(List<String> sentences, String word, GateVerdict verdict, List<Compared> compared) {
        double confidence = verdict.comparison().policy().confidence();
        if (!compared.isEmpty()) {
            String rest = compared.size() > MOST_NAMED ? " and " + (compared.size() - MOST_NAMED) + " more" : "";
            sentences.add(word
                    + compared.stream()
                            .limit(MOST_NAMED)
                            .map(one -> Wording.change(one, confidence))
                            .collect(Collectors.joining("; "))
                    + rest + ".");
        }
    }

    private static void addOpen(List<String> sentences, GateVerdict verdict) {
        if (!verdict.open().isEmpty()) {
            sentences.add(more(verdict));
        }
        if (!verdict.screening().isEmpty()) {
            sentences.add(
                    "Fewer than " + verdict.comparison().policy().minimumRuns() + " runs per side are screening only.");
        }
        if (!verdict.missing().isEmpty()) {
            sentences.add("Not answered by the candidate, or 0 in the base: " + Wording.few(verdict.missing()) + ".");
        }
    }

    private static String more(GateVerdict verdict) {
        boolean known = verdict.open().stream().allMatch(one -> one.runsNeeded().isPresent());
        OptionalInt most = verdict.open().stream()
                .flatMapToInt(one -> one.runsNeeded().stream())
                .max();
        int fewest = verdict.open().stream().mapToInt(Compared::fewerRuns).min().orElse(0);
        if (!known || most.isEmpty()) {
            return "No number of runs up to " + RunsNeeded.MOST + " per side decides all that is open, if change and"
                    + " spread stay: the change is too near to what blocks it.";
        }
        return "About " + (most.getAsInt() - fewest) + " more runs per side, " + most.getAsInt()
                + " in all, decide what is open with a power of " + Math.round(100 * RunsNeeded.POWER) + " %.";
    }

    private static String moved(List<SignalShift> shifts) {
        return shifts.stream()
                .filter(SignalShift::isTold)
                .limit(MOST_MOVED)
                .map(shift -> String.format(
                        Locale.ROOT, "%s %.3g -> %.3g", shift.signal(), shift.baseMean(), shift.candidateMean()))
                .collect(Collectors.joining(", "));
    }
}
