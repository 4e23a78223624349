package io.tidemark.reports.compare.document;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.analysis.compare.PhaseDecision;
import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.PhaseOutcome;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.Document.DocumentSection;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.CapacityFormat;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.format.VerdictFormat;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table of phases in words: what each is set to, what it holds, and its figures beside the baseline's. */
public final class MultiPhaseDocument {
    /** What is held in the long run and by the requests of each step alone, and beside it what is not distinguished. */
    private static final List<Held> HELD = List.of(
            new Held("held sustained", VerdictBasis.SUSTAINED),
            new Held("held short-run", VerdictBasis.SHORT_RUN),
            new Held("held", VerdictBasis.UNKNOWN));

    private record Held(String title, VerdictBasis basis) {}

    private MultiPhaseDocument() {}

    public static Document of(MultiPhaseComparison table) {
        List<Block> answer = new ArrayList<>(List.of(new MultiPhaseSummary(table).headline()));
        answer.addAll(doubts(table));
        List<Block> configurations = List.of(configurations(table));
        List<Block> stability = TtftStabilityTable.blocks(table.sides());
        List<Block> figures = new ArrayList<>();
        table.commonLoads().forEach(load -> figures.addAll(new PhaseFigureRows(table).at(load)));
        figures.add(Block.muted(
                "Changes are against " + table.base().name() + "; changes within the margin are called similar."
                        + " IMPROVED and REGRESSED mark changes that the runs decide; other changes are hints."));
        List<Block> shown = new ArrayList<>(answer);
        shown.addAll(configurations);
        table.representativeLoad().ifPresent(load -> shown.addAll(new PhaseFigureRows(table).at(load)));
        shown.addAll(quality(table));
        shown.addAll(stability);
        List<DocumentSection> sections = new ArrayList<>(List.of(
                new DocumentSection("1. The answer", answer),
                new DocumentSection("2. What each phase holds", configurations),
                new DocumentSection("3. Figures at each load that all ran", figures)));
        DocumentSection.addNumbered(sections, "TTFT stability", stability);
        DocumentSection.addNumbered(sections, "Quality", quality(table));
        DocumentSection.addNumbered(sections, "Distributions", new CdfCharts(table.sides(), telling(table)).blocks());
        DocumentSection.addNumbered(sections, "Configuration", new ConfigurationDiff(table.sides()).all());
        DocumentSection.addNumbered(
                sections, "Server signals", new SignalTable(table.sides(), telling(table)).blocks());
        DocumentSection.addNumbered(sections, "Runs", List.of(RunTable.of(table.sides())));
        return new Document(
                "Tidemark comparison of " + table.sides().size() + " phases",
                "Made " + ValueFormat.stamp(table.madeAt()) + "; changes are against "
                        + table.base().name() + ".",
                shown,
                sections);
    }

    private static List<Block> quality(MultiPhaseComparison table) {
        List<Block> blocks = new ArrayList<>(QualityTable.ofPhases(table.sides()));
        blocks.addAll(new PhaseFigureRows(table).at(new LoadLevel(LoadKind.UNKNOWN, 0)));
        return blocks;
    }

    private static List<LoadLevel> telling(MultiPhaseComparison table) {
        return table.representativeLoad().stream().toList();
    }

    private static List<Block> doubts(MultiPhaseComparison table) {
        List<String> doubts = new ArrayList<>();
        table.differences().forEach(what -> doubts.add("compared although they differ: " + what));
        table.sides().forEach(side -> {
            doubts.addAll(side.caveats());
            contradictions(table, side).forEach(doubts::add);
        });
        doubts.addAll(SideCaveats.of(table.sides()));
        return doubts.stream()
                .<Block>map(description -> new Block.Callout(description + ".", Tone.DOUBT))
                .toList();
    }

    private static Stream<String> contradictions(MultiPhaseComparison table, ComparedSide side) {
        return table.loadKinds().stream()
                .flatMap(
                        kind -> CapacityFormat.contradictions(MultiPhaseComparison.capacity(side, kind), kind).stream())
                .map(description -> side.name() + ": " + description + ". Repeat them before relying on what it holds");
    }

    private static Block.Table configurations(MultiPhaseComparison table) {
        Columns<ComparedSide> columns = new Columns<ComparedSide>().left("phase", ComparedSide::name);
        new ConfigurationDiff(table.sides())
                .differingFlags()
                .forEach(flag -> columns.right(flag, side -> ConfigurationDiff.flag(side, flag)));
        columns.right(
                "KV capacity",
                side -> side.runs().stream()
                        .map(run -> run.serverInfo().kvCapacity())
                        .filter(text -> !text.isEmpty())
                        .distinct()
                        .collect(Collectors.joining(", ")));
        table.loadKinds()
                .forEach(kind -> HELD.forEach(held -> columns.right(
                        held.title() + ", " + ValueText.loadUnit(kind),
                        side -> held(table, side, kind, held.basis()))));
        return columns.left("binding objective", side -> binding(table, side))
                .right("runs", side -> Integer.toString(side.runs().size()))
                .table(table.sides())
                .sparse();
    }

    private static String binding(MultiPhaseComparison table, ComparedSide side) {
        return table.loadKinds().stream()
                .flatMap(kind -> MultiPhaseComparison.capacity(side, kind).binding().stream())
                .map(objective -> objective.getObjective())
                .distinct()
                .collect(Collectors.joining("; "));
    }

    private static String held(MultiPhaseComparison table, ComparedSide side, LoadKind kind, VerdictBasis basis) {
        if (basis != VerdictBasis.UNKNOWN) {
            return MultiPhaseComparison.capacity(side, kind, basis)
                    .map(capacity -> held(capacity, kind))
                    .orElse("");
        }
        if (!table.judged()) {
            return "no SLO";
        }
        boolean hasShortRunCapacity = MultiPhaseComparison.capacity(side, kind, VerdictBasis.SHORT_RUN)
                .isPresent();
        return hasShortRunCapacity ? "" : held(MultiPhaseComparison.capacity(side, kind), kind);
    }

    private static String held(Capacity capacity, LoadKind kind) {
        boolean contradictory = !CapacityFormat.contradictions(capacity, kind).isEmpty();
        return LoadText.held(capacity, kind) + (contradictory ? " (contradictory steps)" : "");
    }

    /** Which of many phases is best, in a sentence. */
    static final class MultiPhaseSummary {
        private final MultiPhaseComparison table;

        MultiPhaseSummary(MultiPhaseComparison table) {
            this.table = table;
        }

        Block.Headline headline() {
            if (!table.judged() || table.loadKinds().isEmpty()) {
                return new Block.Headline(
                        "No run declares an SLO, so none holds a load: " + changes() + ".", Tone.DOUBT);
            }
            Block.Headline held = VerdictFormat.headline(table.decision());
            return table.sides().size() == 2
                    ? held
                    : new Block.Headline(held.text() + " Figure by figure, " + changes() + ".", held.tone());
        }

        private String changes() {
            Map<String, List<String>> alike = table.comparisons().stream()
                    .map(comparison -> comparison.result().decision())
                    .collect(Collectors.groupingBy(
                            MultiPhaseSummary::change,
                            LinkedHashMap::new,
                            Collectors.mapping(
                                    decision -> decision.sides().get(1).name(), Collectors.toList())));
            return alike.entrySet().stream()
                    .map(entry -> String.join(", ", entry.getValue())
                            + (entry.getValue().size() == 1 ? " is " : " are ")
                            + entry.getKey())
                    .collect(Collectors.joining("; "));
        }

        private static String change(PhaseDecision decision) {
            RunComparison figures = decision.figures().orElseThrow();
            int worse = figures.with(ComparisonVerdict.REGRESSED).size();
            return decision.outcome() == PhaseOutcome.HINT
                    ? "screened only"
                    : "better in " + figures.with(ComparisonVerdict.IMPROVED).size() + " and worse in " + worse + " of "
                            + figures.compared().size() + " figures";
        }
    }
}
