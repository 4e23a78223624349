package io.tidemark.reports.compare.document;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadText;
import io.tidemark.events.LoadKind;
import io.tidemark.events.VerdictBasis;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.LoadLevel;
import io.tidemark.reports.compare.MultiPhaseComparison;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Document;
import io.tidemark.reports.document.DocumentSection;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.format.CapacityFormat;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
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
        List<Block> stability = new TtftStabilityTable(table.sides()).blocks();
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
        add(sections, "TTFT stability", stability);
        add(sections, "Quality", quality(table));
        add(sections, "Distributions", new CdfCharts(table.sides(), telling(table)).blocks());
        add(sections, "Configuration", new ConfigurationDiff(table.sides()).all());
        add(sections, "Server signals", new SignalTable(table.sides(), telling(table)).blocks());
        add(sections, "Runs", List.of(new RunTable(table.sides()).table()));
        return new Document(
                "Tidemark comparison of " + table.sides().size() + " phases",
                "Made " + ValueFormat.stamp(table.madeAt()) + "; changes are against "
                        + table.base().name() + ".",
                shown,
                sections);
    }

    private static void add(List<DocumentSection> sections, String title, List<Block> blocks) {
        if (!blocks.isEmpty()) {
            sections.add(new DocumentSection((sections.size() + 1) + ". " + title, blocks));
        }
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
        doubts.addAll(OutputLengthCheck.caveats(table.sides()));
        doubts.addAll(ImportedSideNotes.caveats(table.sides()));
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
        Map<String, List<String>> flags = new ConfigurationDiff(table.sides()).differingFlags();
        List<Column> columns = new ArrayList<>(List.of(Column.left("phase")));
        flags.keySet().forEach(flag -> columns.add(Column.right(flag)));
        columns.add(Column.right("KV capacity"));
        table.loadKinds()
                .forEach(kind -> HELD.forEach(
                        held -> columns.add(Column.right(held.title() + ", " + ValueText.loadUnit(kind)))));
        columns.add(Column.left("binding objective"));
        columns.add(Column.right("runs"));
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < table.sides().size(); i++) {
            rows.add(row(table, i, flags));
        }
        return SparseTable.of(columns, rows);
    }

    private static List<Cell> row(MultiPhaseComparison table, int at, Map<String, List<String>> flags) {
        ComparedSide side = table.sides().get(at);
        List<Cell> row = new ArrayList<>(List.of(Cell.of(side.name())));
        flags.values().forEach(values -> row.add(Cell.of(values.get(at))));
        row.add(Cell.of(side.runs().stream()
                .map(run -> KvCacheCapacity.of(run.serverInfo()))
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "))));
        table.loadKinds()
                .forEach(kind -> HELD.forEach(held -> row.add(Cell.of(held(table, side, kind, held.basis())))));
        row.add(Cell.of(table.loadKinds().stream()
                .flatMap(kind -> MultiPhaseComparison.capacity(side, kind).binding().stream())
                .map(objective -> objective.getObjective())
                .distinct()
                .collect(Collectors.joining("; "))));
        row.add(Cell.of(Integer.toString(side.runs().size())));
        return row;
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
}
