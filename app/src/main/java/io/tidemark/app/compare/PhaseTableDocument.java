package io.tidemark.app.compare;

import io.tidemark.analysis.Capacity;
import io.tidemark.app.report.Figures;
import io.tidemark.app.report.HeldLoad;
import io.tidemark.app.report.SparseTable;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.app.report.document.Document;
import io.tidemark.app.report.document.Section;
import io.tidemark.app.report.document.Tone;
import io.tidemark.events.LoadKind;
import io.tidemark.events.VerdictBasis;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/** A table of phases in words: what each is set to, what it holds, and its figures beside the baseline's. */
public final class PhaseTableDocument {
    /** What is held in the long run and by the requests of each step alone, and beside it what is not told apart. */
    private static final List<Held> HELD = List.of(
            new Held("held sustained", VerdictBasis.SUSTAINED),
            new Held("held short-run", VerdictBasis.SHORT_RUN),
            new Held("held", VerdictBasis.UNKNOWN));

    private record Held(String title, VerdictBasis basis) {}

    private PhaseTableDocument() {}

    public static Document of(PhaseTable table) {
        List<Block> answer = new ArrayList<>(List.of(new PhaseTableAnswer(table).headline()));
        answer.addAll(doubts(table));
        List<Block> configurations = List.of(configurations(table));
        List<Block> stability = new StabilityTable(table.sides()).blocks();
        List<Block> figures = new ArrayList<>();
        table.commonLoads().forEach(load -> figures.addAll(new FigureRows(table).at(load)));
        figures.add(Block.muted(
                "Changes are against " + table.base().name() + "; within the margin they are called similar."
                        + " IMPROVED and REGRESSED stand where the runs decide it; without them a change is a hint."));
        List<Block> shown = new ArrayList<>(answer);
        shown.addAll(configurations);
        table.tellingLoad().ifPresent(load -> shown.addAll(new FigureRows(table).at(load)));
        shown.addAll(quality(table));
        shown.addAll(stability);
        List<Section> sections = new ArrayList<>(List.of(
                new Section("1. The answer", answer),
                new Section("2. What each phase holds", configurations),
                new Section("3. Figures at each load that all ran", figures)));
        add(sections, "TTFT stability", stability);
        add(sections, "Quality", quality(table));
        add(sections, "Distributions", new CdfPictures(table.sides(), telling(table)).blocks());
        add(sections, "Configuration", new ConfigDiff(table.sides()).all());
        add(sections, "What the servers said", new SignalDiff(table.sides(), telling(table)).blocks());
        add(sections, "Runs", List.of(new RunList(table.sides()).table()));
        return new Document(
                "Tidemark comparison of " + table.sides().size() + " phases",
                "Made " + Figures.stamp(table.madeAt()) + "; changes are against "
                        + table.base().name() + ".",
                shown,
                sections);
    }

    private static void add(List<Section> sections, String title, List<Block> blocks) {
        if (!blocks.isEmpty()) {
            sections.add(new Section((sections.size() + 1) + ". " + title, blocks));
        }
    }

    private static List<Block> quality(PhaseTable table) {
        return new FigureRows(table).at(new LoadLevel(LoadKind.UNKNOWN, 0));
    }

    private static List<LoadLevel> telling(PhaseTable table) {
        return table.tellingLoad().stream().toList();
    }

    private static List<Block> doubts(PhaseTable table) {
        List<String> doubts = new ArrayList<>();
        table.unlike().forEach(what -> doubts.add("compared though not alike: " + what));
        table.sides().forEach(side -> {
            doubts.addAll(side.doubts());
            contradictions(table, side).forEach(doubts::add);
        });
        doubts.addAll(AnswerLengths.doubts(table.sides()));
        doubts.addAll(ImportedSides.doubts(table.sides()));
        return doubts.stream()
                .<Block>map(words -> new Block.Callout(words + ".", Tone.DOUBT))
                .toList();
    }

    private static Stream<String> contradictions(PhaseTable table, ComparedSide side) {
        return table.loadKinds().stream()
                .flatMap(kind -> HeldLoad.contradictions(PhaseTable.capacity(side, kind), kind).stream())
                .map(words -> side.name() + ": " + words + ". Repeat them before relying on what it holds");
    }

    private static Block.Table configurations(PhaseTable table) {
        Map<String, List<String>> flags = new ConfigDiff(table.sides()).differingFlags();
        List<Column> columns = new ArrayList<>(List.of(Column.left("phase")));
        flags.keySet().forEach(flag -> columns.add(Column.right(flag)));
        columns.add(Column.right("KV capacity"));
        table.loadKinds()
                .forEach(kind ->
                        HELD.forEach(held -> columns.add(Column.right(held.title() + ", " + Figures.unit(kind)))));
        columns.add(Column.left("binding objective"));
        columns.add(Column.right("runs"));
        List<List<Cell>> rows = new ArrayList<>();
        for (int i = 0; i < table.sides().size(); i++) {
            rows.add(row(table, i, flags));
        }
        return SparseTable.of(columns, rows);
    }

    private static List<Cell> row(PhaseTable table, int at, Map<String, List<String>> flags) {
        ComparedSide side = table.sides().get(at);
        List<Cell> row = new ArrayList<>(List.of(Cell.of(side.name())));
        flags.values().forEach(values -> row.add(Cell.of(values.get(at))));
        row.add(Cell.of(side.runs().stream()
                .map(run -> KvCapacity.of(run.serverInfo()))
                .filter(text -> !text.isEmpty())
                .distinct()
                .collect(Collectors.joining(", "))));
        table.loadKinds()
                .forEach(kind -> HELD.forEach(held -> row.add(Cell.of(held(table, side, kind, held.basis())))));
        row.add(Cell.of(table.loadKinds().stream()
                .flatMap(kind -> PhaseTable.capacity(side, kind).binding().stream())
                .map(objective -> objective.getObjective())
                .distinct()
                .collect(Collectors.joining("; "))));
        row.add(Cell.of(Integer.toString(side.runs().size())));
        return row;
    }

    private static String held(PhaseTable table, ComparedSide side, LoadKind kind, VerdictBasis basis) {
        if (basis != VerdictBasis.UNKNOWN) {
            return PhaseTable.capacity(side, kind, basis)
                    .map(capacity -> held(capacity, kind))
                    .orElse("");
        }
        if (!table.judged()) {
            return "no SLO";
        }
        boolean toldApart =
                PhaseTable.capacity(side, kind, VerdictBasis.SHORT_RUN).isPresent();
        return toldApart ? "" : held(PhaseTable.capacity(side, kind), kind);
    }

    private static String held(Capacity capacity, LoadKind kind) {
        boolean contradictory = !HeldLoad.contradictions(capacity, kind).isEmpty();
        return HeldLoad.words(capacity, kind) + (contradictory ? " (contradictory steps)" : "");
    }
}
