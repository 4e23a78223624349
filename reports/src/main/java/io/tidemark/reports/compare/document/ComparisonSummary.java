package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.ComparisonText;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.gate.TradeOff;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.OptionalInt;

/** The comparison in sentences, the verdict first. */
final class ComparisonSummary {
    private final Comparison comparison;

    ComparisonSummary(Comparison comparison) {
        this.comparison = comparison;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(headline());
        new SloSummary(comparison).sentence().ifPresent(words -> blocks.add(Block.plain(words)));
        needed().ifPresent(runs -> blocks.add(Block.plain("Runs needed: " + runs
                + " per side decide the open figures with a power of 80 %; there are "
                + comparison.base().runs().size() + " + "
                + comparison.candidate().runs().size() + ".")));
        result().changePoints().ifPresent(words -> blocks.add(Block.plain(words)));
        result().orderDoubt().ifPresent(words -> blocks.add(new Block.Callout("Note that " + words + ".", Tone.DOUBT)));
        result().spreadDoubt()
                .ifPresent(words -> blocks.add(new Block.Callout("Note that " + words + ".", Tone.DOUBT)));
        blocks.addAll(caveats());
        return blocks;
    }

    /** What must be known before a figure is believed. */
    List<Block> caveats() {
        List<String> doubts = new ArrayList<>();
        comparison
                .differences()
                .forEach(what -> doubts.add("Compared although they differ: " + what
                        + ". A change may come from that instead of the configuration"));
        List<ComparedSide> sides = List.of(comparison.base(), comparison.candidate());
        sides.forEach(side -> doubts.addAll(side.caveats()));
        doubts.addAll(OutputLengthCheck.caveats(sides));
        doubts.addAll(ImportedSideNotes.caveats(sides));
        result().nothingCompared().ifPresent(why -> doubts.add("Nothing was compared: " + why));
        return doubts.stream()
                .<Block>map(words -> new Block.Callout(words + ".", Tone.DOUBT))
                .toList();
    }

    Block.Headline headline() {
        List<ComparedMeasure> worse = surestFirst(result().with(ComparisonVerdict.REGRESSED));
        List<ComparedMeasure> better = surestFirst(result().with(ComparisonVerdict.IMPROVED));
        if (TradeOff.isTradeOff(worse, better)) {
            return new Block.Headline(
                    sides() + " is a trade: better in " + of(better) + ", worse in " + of(worse) + ".", Tone.DOUBT);
        }
        if (!worse.isEmpty()) {
            String also = better.isEmpty() ? "" : ", and better in " + better.size();
            return new Block.Headline(sides() + " is worse in " + of(worse) + also + ".", Tone.BAD);
        }
        if (!better.isEmpty()) {
            return new Block.Headline(sides() + " is better in " + of(better) + ", worse in none.", Tone.GOOD);
        }
        return undecided();
    }

    private Block.Headline undecided() {
        int asked = result().compared().size();
        long equivalent = result().with(ComparisonVerdict.EQUIVALENT).size();
        if (asked > 0 && equivalent == asked) {
            return new Block.Headline(
                    sides() + " is equivalent: all " + asked + " figures differ by less than their margins.",
                    Tone.GOOD);
        }
        if (asked > 0 && result().compared().stream().allMatch(one -> one.isNotWorse() || !one.isBlocked())) {
            return new Block.Headline(
                    sides() + " is not worse: the runs exclude a worsening of the block or more for all " + asked
                            + " figures that have one; " + equivalent + " of them are equivalent.",
                    Tone.GOOD);
        }
        List<ComparedMeasure> screening = result().with(ComparisonVerdict.SCREENING);
        if (!screening.isEmpty()) {
            return new Block.Headline(screened(screening), Tone.DOUBT);
        }
        return new Block.Headline(
                "Undecided between " + comparison.candidate().name() + " and "
                        + comparison.base().name() + ": no figure is worse or better for certain, " + equivalent
                        + " of " + asked
                        + " are equivalent.",
                Tone.DOUBT);
    }

    private String screened(List<ComparedMeasure> screening) {
        List<ComparedMeasure> hints = screening.stream()
                .filter(one -> hints(one.uncorrectedVerdict()))
                .sorted(Comparator.comparingDouble(
                        (ComparedMeasure one) -> -Math.abs(one.change().value())))
                .toList();
        String hint = hints.isEmpty()
                ? largest(screening)
                : "a hint in " + hints.size() + " of " + screening.size() + " figures, the largest: "
                        + ComparisonText.change(hints.get(0), result().policy().confidence());
        return "Screening only, " + comparison.base().runs().size() + " + "
                + comparison.candidate().runs().size() + " runs: " + hint + ". "
                + result().policy().minimumRuns()
                + " runs per side are the minimum for a decision, because runs differ more than requests do.";
    }

    /** Where no repeats tell how runs differ, there is no interval that a hint could rest on; a large change is still named. */
    private String largest(List<ComparedMeasure> screening) {
        List<ComparedMeasure> bare = screening.stream()
                .filter(one -> one.change().low().isEmpty())
                .sorted(Comparator.comparingDouble(
                        (ComparedMeasure one) -> -Math.abs(one.change().value()) / one.margin()))
                .toList();
        if (bare.isEmpty()) {
            return "nothing stands out";
        }
        String change = ComparisonText.change(bare.get(0), result().policy().confidence());
        if (bare.size() == screening.size()) {
            return "without repeats, the variation between runs is unknown, so no change is significant; the largest is "
                    + change;
        }
        return bare.get(0).change().exceeds(bare.get(0).margin())
                ? "no figure with an interval stands out; the largest change without one is " + change
                : "nothing stands out";
    }

    static boolean hints(ComparisonVerdict hint) {
        return hint == ComparisonVerdict.REGRESSED || hint == ComparisonVerdict.IMPROVED;
    }

    private String sides() {
        return comparison.candidate().name() + " against " + comparison.base().name();
    }

    private String of(List<ComparedMeasure> found) {
        return found.size() + " of " + result().compared().size() + " figures, first "
                + ComparisonText.change(found.get(0), result().policy().confidence());
    }

    private OptionalInt needed() {
        return result().compared().stream()
                .flatMapToInt(one -> one.runsNeeded().stream())
                .max();
    }

    private RunComparison result() {
        return comparison.result();
    }

    /** Held load and goodput first, then the surest. */
    private static List<ComparedMeasure> surestFirst(List<ComparedMeasure> compared) {
        return compared.stream()
                .sorted(Comparator.comparing(TradeOff::isGain)
                        .reversed()
                        .thenComparingDouble(one -> one.change().adjustedP().orElse(1)))
                .toList();
    }
}
