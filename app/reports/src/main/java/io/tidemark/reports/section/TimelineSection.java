package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.figure.KvCacheChart;
import io.tidemark.reports.figure.RunTimelineChart;
import io.tidemark.reports.figure.TimelineTable;
import io.tidemark.reports.model.BreachNumbers;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import java.util.ArrayList;
import java.util.List;

/** Section 4: each run over time, with the server's signals beneath on the same axis. */
public final class TimelineSection {
    private final ReportModel model;

    public TimelineSection(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        BreachNumbers numbers = new BreachNumbers(model);
        model.runs().forEach(run -> blocks.add(block(run, numbers)));
        new KvCacheChart(model).block().ifPresent(blocks::add);
        blocks.addAll(new SegmentTable(model).blocks());
        blocks.addAll(new ServerTable(model).blocks());
        return blocks.isEmpty() ? List.of(Block.muted("No run.")) : blocks;
    }

    private Block block(RunReport run, BreachNumbers numbers) {
        RunTimelineChart timeline =
                new RunTimelineChart(run, model.runs(), model.hue(run.run().phase()), numbers);
        if (timeline.isEmpty()) {
            return Block.muted(run.run().phase() + ": no windows are stored for run " + run.id() + ".");
        }
        return new Block.Figure(timeline.picture(), timeline.caption(), TimelineTable.of(run));
    }
}
