package io.tidemark.reports.compare.document;

import io.tidemark.analysis.compare.ComparedMeasure;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.analysis.compare.RunsNeeded;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.Comparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.DecisionFormat;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.IntSummaryStatistics;
import java.util.List;
import java.util.Optional;

/** The comparison in sentences, the verdict first. */
final class ComparisonSummary {
    private final Comparison comparison;

    ComparisonSummary(Comparison comparison) {
        this.comparison = comparison;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        blocks.add(headline());
        new SloSummary(comparison).sentence().ifPresent(description -> blocks.add(Block.plain(description)));
        needed().ifPresent(description -> blocks.add(Block.plain(description)));
        result().changePoints().ifPresent(description -> blocks.add(Block.plain(description)));
        result().orderDoubt()
                .ifPresent(description -> blocks.add(new Block.Callout("Note that " + description + ".", Tone.DOUBT)));
        result().spreadDoubt()
                .ifPresent(description -> blocks.add(new Block.Callout("Note that " + description + ".", Tone.DOUBT)));
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
                .<Block>map(description -> new Block.Callout(description + ".", Tone.DOUBT))
                .toList();
    }

    Block.Headline headline() {
        return DecisionFormat.headline(result().decision());
    }

    /** Empty where nothing is open, and where nothing shows how runs vary. */
    private Optional<String> needed() {
        List<ComparedMeasure> open = result().compared().stream()
                .filter(one -> one.isOpen() || one.verdict() == ComparisonVerdict.SCREENING)
                .toList();
        IntSummaryStatistics needed =
                open.stream().flatMapToInt(one -> one.runsNeeded().stream()).summaryStatistics();
        return needed.getCount() == 0
                ? Optional.empty()
                : Optional.of("Runs needed: " + needed.getMax() + " per side decide "
                        + (needed.getCount() == open.size() ? "the" : needed.getCount() + " of the " + open.size())
                        + " open figures with a power of " + ValueText.percent(RunsNeeded.POWER) + "; there are "
                        + comparison.base().runs().size() + " + "
                        + comparison.candidate().runs().size() + ".");
    }

    private RunComparison result() {
        return comparison.result();
    }
}
