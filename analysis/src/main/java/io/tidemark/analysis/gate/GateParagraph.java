package io.tidemark.analysis.gate;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.RunSeries;
import io.tidemark.analysis.compare.RunsNeeded;
import io.tidemark.analysis.compare.SignalShift;
import io.tidemark.analysis.compare.TradeOff;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.signal.CorrelatedSignal;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.stream.Collectors;

/** A gate's verdict in one paragraph. Stateless. */
final class GateParagraph {
    private static final int MAX_NAMED = 5;
    private static final int MAX_MOVED = 3;

    private GateParagraph() {}

    static String of(GateVerdict verdict, String decision) {
        List<String> sentences = new ArrayList<>();
        sentences.add(headline(verdict) + decision);
        addIfAny(sentences, "Regressed: ", verdict, verdict.regressed());
        addIfAny(sentences, "Improved: ", verdict, verdict.improved());
        verdict.comparison().changePoints().ifPresent(sentences::add);
        String moved = moved(verdict.moved());
        if (!verdict.regressed().isEmpty() && !moved.isEmpty()) {
            sentences.add("Moved with it: " + moved + ".");
        }
        if (verdict.doubt().isEmpty()) {
            verdict.comparison().orderDoubt().ifPresent(description -> sentences.add("Note that " + description + "."));
        }
        verdict.comparison().spreadDoubt().ifPresent(description -> sentences.add("Note that " + description + "."));
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
        String doubt = verdict.doubt()
                .map(description -> description + ". By the figures alone, ")
                .orElse("");
        return sides + verdict.outcome() + ": " + doubt + reason(verdict) + ".";
    }

    /** What decides the outcome. */
    private static String reason(GateVerdict verdict) {
        int asked = verdict.comparison().compared().size();
        if (verdict.isTrade()) {
            return "a trade: " + figures(verdict.regressed().size(), asked) + " worse, and "
                    + gained(verdict.improved()) + " better";
        }
        if (!verdict.regressed().isEmpty()) {
            return figures(verdict.regressed().size(), asked) + " got worse";
        }
        long stepped = verdict.comparison().steps().stream()
                .filter(RunSeries.Step::regressed)
                .count();
        if (stepped > 0) {
            return figures((int) stepped, asked) + " got worse at a change point";
        }
        Optional<String> failure = verdict.comparison().earlierFailure();
        if (failure.isPresent()) {
            return failure.get();
        }
        if (!verdict.open().isEmpty()) {
            ComparedMeasure widest = verdict.open().get(0);
            return figures(verdict.open().size(), asked) + " may be worse by their block or more; the least certain is "
                    + left(widest);
        }
        if (!verdict.screening().isEmpty()) {
            return figures(verdict.screening().size(), asked) + " have too few runs for a decision";
        }
        if (!verdict.missing().isEmpty()) {
            return "the candidate lacks " + verdict.missing().size() + " of the figures of the base";
        }
        List<ComparedMeasure> blocked = verdict.comparison().compared().stream()
                .filter(ComparedMeasure::isBlocked)
                .sorted(Comparator.comparingDouble((ComparedMeasure one) -> one.worstNotExcluded() / one.block())
                        .reversed())
                .toList();
        return blocked.isEmpty()
                ? "nothing regressed, and no compared figure has a block"
                : "the runs exclude a worsening of the block or more for all " + blocked.size()
                        + " figures that have one; the closest is " + left(blocked.get(0));
    }

    /** {@code ttft p99 at 2 req/s, up to 11.2 % worse (block 26 %)}. */
    private static String left(ComparedMeasure one) {
        String unit = ComparisonText.unit(one.measure());
        String worst = Double.isInfinite(one.worstNotExcluded())
                ? "any change"
                : String.format(Locale.ROOT, "up to %.1f %s worse", 100 * one.worstNotExcluded(), unit);
        return String.format(
                Locale.ROOT,
                "%s, %s (block %s %s)",
                ComparisonText.measure(one.question()),
                worst,
                ValueText.digits(100 * one.block()),
                unit);
    }

    private static String gained(List<ComparedMeasure> improved) {
        return improved.stream()
                .filter(TradeOff::isGain)
                .map(one -> ComparisonText.measure(one.question()))
                .limit(MAX_NAMED)
                .collect(Collectors.joining(", "));
    }

    private static String figures(int some, int all) {
        return some + " of " + all + " figures";
    }

    /** The least change that the runs there are could have found, at the figure that varies least and at the one that varies most. */
    private static Optional<String> found(GateVerdict verdict) {
        List<ComparedMeasure> decided = verdict.comparison().compared().stream()
                .filter(one ->
                        one.detectable().isPresent() && one.measure().family().isRelative())
                .sorted(Comparator.comparingDouble(GateParagraph::detectable))
                .toList();
        List<ComparedMeasure> blind =
                decided.stream().filter(one -> detectable(one) >= 1).toList();
        String unseen = blind.isEmpty()
                ? ""
                : " They do not detect a change below a factor of two at "
                        + ComparisonText.questionList(questions(blind)) + ".";
        return finds(decided.subList(0, decided.size() - blind.size())).map(description -> description + unseen);
    }

    private static List<MeasureAtLoad> questions(List<ComparedMeasure> compared) {
        return compared.stream().map(ComparedMeasure::question).toList();
    }

    /** @param decided the one that varies least first */
    private static Optional<String> finds(List<ComparedMeasure> decided) {
        if (decided.isEmpty()) {
            return Optional.empty();
        }
        ComparedMeasure least = decided.get(0);
        ComparedMeasure most = decided.get(decided.size() - 1);
        String until = decided.size() == 1 ? "" : " and of " + description(most);
        return Optional.of("These runs detect a worsening of " + description(least) + until + " with a power of "
                + Math.round(100 * RunsNeeded.POWER) + " %, and rarely a smaller one.");
    }

    private static String description(ComparedMeasure one) {
        return String.format(
                Locale.ROOT, "%.1f %% at %s", 100 * detectable(one), ComparisonText.measure(one.question()));
    }

    private static double detectable(ComparedMeasure one) {
        return one.detectable().orElseThrow();
    }

    private static void addIfAny(
            List<String> sentences, String word, GateVerdict verdict, List<ComparedMeasure> compared) {
        double confidence = verdict.comparison().policy().confidence();
        if (!compared.isEmpty()) {
            String rest = compared.size() > MAX_NAMED ? " and " + (compared.size() - MAX_NAMED) + " more" : "";
            sentences.add(word
                    + compared.stream()
                            .limit(MAX_NAMED)
                            .map(one -> ComparisonText.change(one, confidence))
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
            sentences.add("Missing in the candidate, or 0 in the base: "
                    + ComparisonText.questionList(verdict.missing()) + ".");
        }
    }

    private static String more(GateVerdict verdict) {
        boolean known = verdict.open().stream().allMatch(one -> one.runsNeeded().isPresent());
        OptionalInt most = verdict.open().stream()
                .flatMapToInt(one -> one.runsNeeded().stream())
                .max();
        int fewest = verdict.open().stream()
                .mapToInt(ComparedMeasure::runsOfSmallerSide)
                .min()
                .orElse(0);
        if (!known || most.isEmpty()) {
            return "No number of runs up to " + RunsNeeded.MAX + " per side decides all open figures if change and"
                    + " spread stay as they are: the change is too close to the block.";
        }
        return "About " + (most.getAsInt() - fewest) + " more runs per side, " + most.getAsInt()
                + " in all, decide the open figures with a power of " + Math.round(100 * RunsNeeded.POWER) + " %.";
    }

    private static String moved(List<SignalShift> shifts) {
        return shifts.stream()
                .filter(SignalShift::isLargeEnough)
                .limit(MAX_MOVED)
                .map(GateParagraph::moved)
                .collect(Collectors.joining(", "));
    }

    private static String moved(SignalShift shift) {
        return CorrelatedSignal.byId(shift.signal())
                .map(known -> known.describeMove(shift.baseMean(), shift.candidateMean()))
                .orElseGet(() -> shift.signal() + " " + ValueText.digits(shift.baseMean()) + " -> "
                        + ValueText.digits(shift.candidateMean()));
    }
}
