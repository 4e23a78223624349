package io.tidemark.app.compare;

import io.tidemark.app.report.Figures;
import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.StepResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** What the servers said of themselves, side by side at each load that all sides ran: means over runs, and the most. */
final class SignalDiff {
    private static final double BYTES_PER_GIB = 1L << 30;

    private static final Shown PREFIX_HITS =
            new Shown("prefix hits, of what was looked up", SignalDiff::hitShare, Figures::percent);
    private static final List<Shown> SHOWN = List.of(
            Shown.of("running", Signal.RUNNING, Figures::digits),
            Shown.of("waiting", Signal.WAITING, Figures::digits),
            Shown.of("KV use", Signal.KV_USAGE, Figures::percent),
            PREFIX_HITS,
            Shown.of("preempted/s", Signal.PREEMPTIONS, Figures::digits),
            Shown.of("GPU use", Signal.GPU_UTIL, Figures::percent),
            Shown.of("GPU memory, GiB", Signal.GPU_MEM_USED, bytes -> Figures.digits(bytes / BYTES_PER_GIB)),
            Shown.of("GPU power, W", Signal.GPU_POWER, Figures::digits));

    private final List<ComparedSide> sides;
    private final List<LoadLevel> loads;

    /** @param loads that are shown */
    SignalDiff(List<ComparedSide> sides, List<LoadLevel> loads) {
        this.sides = List.copyOf(sides);
        this.loads = List.copyOf(loads);
    }

    /** A row: what it is called, its figure in the means or the maxima, and its words. */
    private record Shown(
            String name, Function<Map<String, Double>, OptionalDouble> figure, DoubleFunction<String> words) {
        static Shown of(String name, Signal signal, DoubleFunction<String> words) {
            return new Shown(
                    name,
                    signals -> signals.containsKey(signal.id())
                            ? OptionalDouble.of(signals.get(signal.id()))
                            : OptionalDouble.empty(),
                    words);
        }
    }

    List<Block> blocks() {
        List<List<Cell>> rows = loads.stream()
                .flatMap(load -> SHOWN.stream().map(shown -> row(load, shown)))
                .filter(row -> row.subList(2, row.size()).stream()
                        .anyMatch(cell -> !cell.text().isEmpty()))
                .toList();
        if (rows.isEmpty()) {
            return List.of(Block.muted("No server said anything of itself at the loads that all ran."));
        }
        List<Column> columns = new ArrayList<>(List.of(Column.right("load"), Column.left("the server said")));
        sides.forEach(side -> columns.add(Column.right(side.name())));
        return List.of(
                new Block.Table(columns, rows),
                Block.muted(
                        "Means over the measured parts of all runs and, in parentheses, the most. They moved with the"
                                + " differences; nothing says that they caused them."));
    }

    private List<Cell> row(LoadLevel load, Shown shown) {
        List<Cell> row = new ArrayList<>(List.of(Cell.of(load.words()), Cell.of(shown.name())));
        sides.forEach(side -> row.add(Cell.of(words(side.stepsAt(load), shown))));
        return row;
    }

    private static String words(List<ComparedStep> steps, Shown shown) {
        OptionalDouble mean = values(steps, shown, StepResultRow::signalMeans).average();
        OptionalDouble most = values(steps, shown, StepResultRow::signalMaxima).max();
        if (mean.isEmpty()) {
            return "";
        }
        String told = shown.words().apply(mean.getAsDouble());
        String top = shown.equals(PREFIX_HITS) || most.isEmpty()
                ? told
                : shown.words().apply(most.getAsDouble());
        return told.equals(top) ? told : told + " (" + top + ")";
    }

    private static DoubleStream values(
            List<ComparedStep> steps, Shown shown, Function<StepResultRow, Map<String, Double>> of) {
        return steps.stream()
                .map(step -> shown.figure().apply(of.apply(step.result())))
                .flatMapToDouble(OptionalDouble::stream);
    }

    private static OptionalDouble hitShare(Map<String, Double> signals) {
        double looked = signals.getOrDefault(Signal.PREFIX_QUERIES.id(), 0.0);
        Double hits = signals.get(Signal.PREFIX_HITS.id());
        return hits == null || looked <= 0 ? OptionalDouble.empty() : OptionalDouble.of(hits / looked);
    }
}
