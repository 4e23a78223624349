package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import io.tidemark.app.report.document.Block.Column;
import io.tidemark.app.report.document.Cell;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.WindowPoint;
import java.util.ArrayList;
import java.util.List;
import java.util.OptionalLong;
import java.util.function.DoubleFunction;
import java.util.stream.IntStream;

/** What a run's picture over time shows, as a table of evenly spaced windows. */
final class TimeTable {
    private static final int MOST_ROWS = 24;

    private TimeTable() {}

    static Block.Table of(RunReport run) {
        List<WindowPoint> windows =
                List.copyOf(Windows.newestSteps(run.windows().getOrDefault(run.firstTokenMetric(), List.of()))
                        .values());
        Timescale time = Timescale.of(run);
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

    private static List<WindowPoint> evenlySpaced(List<WindowPoint> windows) {
        int last = windows.size() - 1;
        return windows.size() <= MOST_ROWS
                ? windows
                : IntStream.range(0, MOST_ROWS)
                        .mapToObj(i -> windows.get((int) ((long) i * last / (MOST_ROWS - 1))))
                        .toList();
    }

    private static List<Cell> row(Timescale time, WindowPoint window) {
        List<Cell> row = new ArrayList<>();
        row.add(Cell.of(Figures.digits(time.of(window.end()))));
        row.add(Cell.of(Figures.count(window.count())));
        row.add(latency(window.p50Nanos()));
        row.add(latency(window.p99Nanos()));
        row.add(signal(window, Signal.RUNNING, Figures::digits));
        row.add(signal(window, Signal.WAITING, Figures::digits));
        row.add(signal(window, Signal.KV_USAGE, Figures::percent));
        row.add(cell(SignalPanels.prefixHits(window), Figures::percent));
        row.add(signal(window, Signal.PREEMPTIONS, Figures::digits));
        row.add(signal(window, Signal.GPU_UTIL, Figures::percent));
        row.add(signal(window, Signal.GPU_POWER, Figures::digits));
        return row;
    }

    private static Cell latency(OptionalLong nanos) {
        return Cell.of(nanos.isPresent() ? Figures.latency((double) nanos.getAsLong()) : "");
    }

    private static Cell signal(WindowPoint window, Signal signal, DoubleFunction<String> words) {
        return cell(SignalPanels.signal(window, signal), words);
    }

    private static Cell cell(double value, DoubleFunction<String> words) {
        return Cell.of(Double.isFinite(value) ? words.apply(value) : "");
    }
}
