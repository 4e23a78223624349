package io.tidemark.reports.figure;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.WindowRow;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/** What a run's picture over time shows, as a table of evenly spaced windows. */
public final class TimelineTable {
    private static final int MAX_ROWS = 24;

    private TimelineTable() {}

    public static Block.Table of(RunReport run) {
        List<WindowRow> windows =
                List.copyOf(WindowCurve.newestByEnd(run.windows().getOrDefault(run.firstTokenMetric(), List.of()))
                        .values());
        TimelineScale time = TimelineScale.of(run);
        String name = run.firstTokenMetric().label();
        List<List<Cell>> rows =
                evenlySpaced(windows).stream().map(window -> row(time, window)).toList();
        return SparseTable.of(
                List.of(
                        Column.right(time.axis().label()),
                        Column.right("n"),
                        Column.right(name + " p50"),
                        Column.right(name + " p99"),
                        Column.right("running"),
                        Column.right("waiting"),
                        Column.right("KV use"),
                        Column.right("prefix hits"),
                        Column.right("preemptions/s"),
                        Column.right("GPU use"),
                        Column.right("GPU power, W")),
                rows);
    }

    private static List<WindowRow> evenlySpaced(List<WindowRow> windows) {
        int last = windows.size() - 1;
        return windows.size() <= MAX_ROWS
                ? windows
                : IntStream.range(0, MAX_ROWS)
                        .mapToObj(i -> windows.get((int) ((long) i * last / (MAX_ROWS - 1))))
                        .toList();
    }

    private static List<Cell> row(TimelineScale time, WindowRow window) {
        List<Cell> row = new ArrayList<>();
        row.add(Cell.of(ValueText.digits(time.of(window.end()))));
        row.add(Cell.of(ValueText.count(window.count())));
        row.add(latency(window.p50Nanos()));
        row.add(latency(window.p99Nanos()));
        row.add(signal(window, Signal.RUNNING, ValueText::digits));
        row.add(signal(window, Signal.WAITING, ValueText::digits));
        row.add(signal(window, Signal.KV_USAGE, ValueText::percent));
        row.add(cell(SignalPanels.prefixHits(window), ValueText::percent));
        row.add(signal(window, Signal.PREEMPTIONS, ValueText::digits));
        row.add(signal(window, Signal.GPU_UTIL, ValueText::percent));
        row.add(signal(window, Signal.GPU_POWER, ValueText::digits));
        return row;
    }

    private static Cell latency(OptionalLong nanos) {
        return Cell.of(nanos.isPresent() ? ValueText.latency((double) nanos.getAsLong()) : "");
    }

    private static Cell signal(WindowRow window, Signal signal, DoubleFunction<String> format) {
        return cell(SignalPanels.signal(window, signal), format);
    }

    private static Cell cell(double value, DoubleFunction<String> format) {
        return Cell.of(Double.isFinite(value) ? format.apply(value) : "");
    }
}
