package io.tidemark.reports.compare.document;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.List;
import java.util.Map;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.function.Function;
import java.util.stream.DoubleStream;

/** Server signals of themselves, side by side at each load that all sides ran: means over runs, and the most. */
final class SignalTable {
    private static final double BYTES_PER_GIB = 1L << 30;

    private static final SignalRow PREFIX_HITS =
            new SignalRow("prefix hits, of tokens looked up", SignalTable::hitShare, ValueText::percent);
    private static final List<SignalRow> SHOWN = List.of(
            SignalRow.of("running", Signal.RUNNING, ValueText::digits),
            SignalRow.of("waiting", Signal.WAITING, ValueText::digits),
            SignalRow.of("KV use", Signal.KV_USAGE, ValueText::percent),
            PREFIX_HITS,
            SignalRow.of("preempted/s", Signal.PREEMPTIONS, ValueText::digits),
            SignalRow.of("GPU use", Signal.GPU_UTIL, ValueText::percent),
            SignalRow.of("GPU memory, GiB", Signal.GPU_MEM_USED, bytes -> ValueText.digits(bytes / BYTES_PER_GIB)),
            SignalRow.of("GPU power, W", Signal.GPU_POWER, ValueText::digits));

    private final List<ComparedSide> sides;
    private final List<LoadLevel> loads;

    /** @param loads that are shown */
    SignalTable(List<ComparedSide> sides, List<LoadLevel> loads) {
        this.sides = List.copyOf(sides);
        this.loads = List.copyOf(loads);
    }

    /** A row: what it is called, its figure in the means or the maxima, and its words. */
    private record SignalRow(
            String name, Function<Map<String, Double>, OptionalDouble> figure, DoubleFunction<String> format) {
        static SignalRow of(String name, Signal signal, DoubleFunction<String> format) {
            return new SignalRow(
                    name,
                    signals -> signals.containsKey(signal.id())
                            ? OptionalDouble.of(signals.get(signal.id()))
                            : OptionalDouble.empty(),
                    format);
        }
    }

    /** A signal at a load, with its text of each side. */
    private record SignalAtLoad(LoadLevel load, String name, List<String> texts) {}

    List<Block> blocks() {
        List<SignalAtLoad> rows = loads.stream()
                .flatMap(load -> SHOWN.stream()
                        .map(shown -> new SignalAtLoad(
                                load,
                                shown.name(),
                                sides.stream()
                                        .map(side -> description(side.stepsAt(load), shown))
                                        .toList())))
                .filter(row -> row.texts().stream().anyMatch(text -> !text.isEmpty()))
                .toList();
        if (rows.isEmpty()) {
            return List.of(Block.muted("There are no server signals at the loads that all sides ran."));
        }
        Columns<SignalAtLoad> columns = new Columns<SignalAtLoad>()
                .right("load", row -> row.load().format())
                .left("server signal", SignalAtLoad::name);
        for (int i = 0; i < sides.size(); i++) {
            int side = i;
            columns.right(sides.get(i).name(), row -> row.texts().get(side));
        }
        return List.of(
                columns.table(rows),
                Block.muted(
                        "Means over the measured parts of all runs; maxima in parentheses. They changed together with the"
                                + " figures above; this does not show that they caused the changes."));
    }

    private static String description(List<MeasuredStep> steps, SignalRow shown) {
        OptionalDouble mean = values(steps, shown, StepResultRow::signalMeans).average();
        OptionalDouble most = values(steps, shown, StepResultRow::signalMaxima).max();
        if (mean.isEmpty()) {
            return "";
        }
        String meanText = shown.format().apply(mean.getAsDouble());
        String top = shown.equals(PREFIX_HITS) || most.isEmpty()
                ? meanText
                : shown.format().apply(most.getAsDouble());
        return meanText.equals(top) ? meanText : meanText + " (" + top + ")";
    }

    private static DoubleStream values(
            List<MeasuredStep> steps, SignalRow shown, Function<StepResultRow, Map<String, Double>> of) {
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
