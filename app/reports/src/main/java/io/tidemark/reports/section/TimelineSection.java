package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.figure.KvCacheChart;
import io.tidemark.reports.figure.RunTimelineChart;
import io.tidemark.reports.figure.TimelineTable;
import io.tidemark.reports.model.BreachNumbers;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.RunStep;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.step.StepResultRow;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.function.DoubleFunction;

/** Section 4: each run over time, with the server's signals beneath on the same axis. */
public final class TimelineSection {
    private TimelineSection() {}

    public static List<Block> blocks(ReportModel model) {
        BreachNumbers numbers = new BreachNumbers(model);
        List<Block> blocks = new ArrayList<>();
        model.runs().forEach(run -> blocks.add(block(model, run, numbers)));
        new KvCacheChart(model).block().ifPresent(blocks::add);
        blocks.addAll(SegmentTable.blocks(model));
        blocks.addAll(ServerTable.blocks(model));
        return blocks.isEmpty() ? List.of(Block.muted("No run.")) : blocks;
    }

    private static Block block(ReportModel model, RunReport run, BreachNumbers numbers) {
        RunTimelineChart timeline = new RunTimelineChart(run, model.runs(), model.hue(run.phase()), numbers);
        return timeline.isEmpty()
                ? Block.muted(run.phase() + ": no windows are stored for run " + run.id() + ".")
                : new Block.Figure(timeline.picture(), timeline.caption(), TimelineTable.of(run));
    }

    /** What server and GPUs reported of themselves while a step was measured: means, and what was reached at most. */
    private static final class ServerTable {
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
                new SignalColumn(
                        "GPU memory, GiB", Signal.GPU_MEM_USED, bytes -> ValueText.digits(bytes / BYTES_PER_GIB)),
                new SignalColumn("GPU power, W", Signal.GPU_POWER, ValueText::digits),
                new SignalColumn("GPU, °C", Signal.GPU_TEMP, ValueText::digits),
                new SignalColumn(
                        "SM clock, GHz", Signal.GPU_CLOCK, hertz -> ValueText.digits(hertz / HERTZ_PER_GIGAHERTZ)));

        private ServerTable() {}

        /** A column: its signal, in words of its own. */
        private record SignalColumn(String name, Signal signal, DoubleFunction<String> format) {}

        static List<Block> blocks(ReportModel model) {
            List<RunStep> rows = model.steps()
                    .filter(step -> !step.result().signalMeans().isEmpty())
                    .toList();
            Columns<RunStep> columns = new Columns<RunStep>()
                    .left("phase (server signals)", RunStep::phase)
                    .right("load", RunStep::loadText);
            SHOWN.forEach(shown -> columns.right(shown.name(), step -> description(shown, step.result())));
            columns.right("drafts accepted", step -> accepted(step.result().signalMeans()));
            return rows.isEmpty()
                    ? List.of()
                    : List.of(
                            columns.table(rows).sparse(),
                            Block.muted("From the scraped metrics pages: the mean over the measured part and, in"
                                    + " parentheses, the maximum. For several engines or GPUs, counts, memory and"
                                    + " power are summed; shares, temperature and clock are means."));
        }

        private static String description(SignalColumn shown, StepResultRow result) {
            Double mean = result.signalMeans().get(shown.signal().id());
            if (mean == null) {
                return "";
            }
            String meanText = shown.format().apply(mean);
            String top = shown.format()
                    .apply(result.signalMaxima().getOrDefault(shown.signal().id(), mean));
            return meanText.equals(top) ? meanText : meanText + " (" + top + ")";
        }

        private static String accepted(Map<String, Double> means) {
            double drafted = means.getOrDefault(Signal.SPEC_DRAFT_TOKENS.id(), 0.0);
            return drafted > 0 ? ValueText.percent(means.getOrDefault(Signal.SPEC_ACCEPTED.id(), 0.0) / drafted) : "";
        }
    }
}
