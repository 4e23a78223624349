package io.tidemark.reports.figure;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.WindowRow;
import java.util.List;
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
        return new Columns<WindowRow>()
                .right(time.axis().label(), window -> ValueText.digits(time.of(window.end())))
                .right("n", window -> ValueText.count(window.count()))
                .right(name + " p50", window -> ValueFormat.known(window.p50Nanos(), ValueText::latency))
                .right(name + " p99", window -> ValueFormat.known(window.p99Nanos(), ValueText::latency))
                .right("running", window -> text(window, Signal.RUNNING, ValueText::digits))
                .right("waiting", window -> text(window, Signal.WAITING, ValueText::digits))
                .right("KV use", window -> text(window, Signal.KV_USAGE, ValueText::percent))
                .right("prefix hits", window -> text(SignalPanels.prefixHits(window), ValueText::percent))
                .right("preemptions/s", window -> text(window, Signal.PREEMPTIONS, ValueText::digits))
                .right("GPU use", window -> text(window, Signal.GPU_UTIL, ValueText::percent))
                .right("GPU power, W", window -> text(window, Signal.GPU_POWER, ValueText::digits))
                .table(evenlySpaced(windows))
                .sparse();
    }

    private static List<WindowRow> evenlySpaced(List<WindowRow> windows) {
        int last = windows.size() - 1;
        return windows.size() <= MAX_ROWS
                ? windows
                : IntStream.range(0, MAX_ROWS)
                        .mapToObj(i -> windows.get((int) ((long) i * last / (MAX_ROWS - 1))))
                        .toList();
    }

    private static String text(WindowRow window, Signal signal, DoubleFunction<String> format) {
        return text(SignalPanels.signal(window, signal), format);
    }

    private static String text(double value, DoubleFunction<String> format) {
        return Double.isFinite(value) ? format.apply(value) : "";
    }
}
