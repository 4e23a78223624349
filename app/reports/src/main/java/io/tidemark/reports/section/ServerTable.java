package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.format.SparseTable;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** What server and GPUs reported of themselves while a step was measured: means, and what was reached at most. */
final class ServerTable {
    private static final double BYTES_PER_GIB = 1L << 30;
    private static final double HERTZ_PER_GIGAHERTZ = 1e9;
    private static final List<SignalColumn> SHOWN = List.of(
            new SignalColumn("running", Signal.RUNNING, ValueText::digits),
            new SignalColumn("waiting", Signal.WAITING, ValueText::digits),
            new SignalColumn("KV use", Signal.KV_USAGE, ValueText::percent),
            new SignalColumn("preempted/s", Signal.PREEMPTIONS, ValueText::digits),
            new SignalColumn("prompt tok/s", Signal.PROMPT_TOKENS, ValueText::digits),
            new SignalColumn("generated tok/s", Signal.GENERATION_TOKENS, ValueText::digits),
            new SignalColumn("GPU use", Signal.GPU_UTIL, ValueText::percent),
            new SignalColumn("GPU memory, GiB", Signal.GPU_MEM_USED, bytes -> ValueText.digits(bytes / BYTES_PER_GIB)),
            new SignalColumn("GPU power, W", Signal.GPU_POWER, ValueText::digits),
            new SignalColumn("GPU, °C", Signal.GPU_TEMP, ValueText::digits),
            new SignalColumn(
                    "SM clock, GHz", Signal.GPU_CLOCK, hertz -> ValueText.digits(hertz / HERTZ_PER_GIGAHERTZ)));

    private final ReportModel model;

    ServerTable(ReportModel model) {
        this.model = model;
    }

    /** A column: its signal, in words of its own. */
    private record SignalColumn(String name, Signal signal, DoubleFunction<String> format) {}

    List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream()
                .flatMap(run -> run.steps().stream()
                        .filter(step -> !step.result().signalMeans().isEmpty())
                        .map(step -> row(run, step)))
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        List<Column> columns = new ArrayList<>(List.of(Column.left("phase (server signals)"), Column.right("load")));
        SHOWN.forEach(shown -> columns.add(Column.right(shown.name())));
        columns.add(Column.right("drafts accepted"));
        return List.of(
                SparseTable.of(columns, rows),
                Block.muted("From the scraped metrics pages: the mean over the measured part and, in"
                        + " parentheses, the maximum. For several engines or GPUs, counts, memory and"
                        + " power are summed; shares, temperature and clock are means."));
    }

    private static List<Cell> row(RunReport run, StepReport step) {
        Map<String, Double> means = step.result().signalMeans();
        Map<String, Double> most = step.result().signalMaxima();
        List<Cell> row = new ArrayList<>(
                List.of(Cell.of(run.run().phase()), Cell.of(ValueText.load(step.loadKind(), step.load()))));
        SHOWN.forEach(shown -> row.add(Cell.of(description(shown, means, most))));
        row.add(Cell.of(accepted(means)));
        return row;
    }

    private static String description(SignalColumn shown, Map<String, Double> means, Map<String, Double> most) {
        Double mean = means.get(shown.signal().id());
        if (mean == null) {
            return "";
        }
        String meanText = shown.format().apply(mean);
        String top = shown.format().apply(most.getOrDefault(shown.signal().id(), mean));
        return meanText.equals(top) ? meanText : meanText + " (" + top + ")";
    }

    private static String accepted(Map<String, Double> means) {
        double drafted = means.getOrDefault(Signal.SPEC_DRAFT_TOKENS.id(), 0.0);
        return drafted > 0 ? ValueText.percent(means.getOrDefault(Signal.SPEC_ACCEPTED.id(), 0.0) / drafted) : "";
    }
}
