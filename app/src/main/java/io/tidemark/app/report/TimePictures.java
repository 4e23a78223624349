package io.tidemark.app.report;

import io.tidemark.app.report.document.Block;
import java.util.ArrayList;
import java.util.List;

/** Section 4: each run over time, with the server's signals beneath on the same axis. */
final class TimePictures {
    private final ReportModel model;

    TimePictures(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<Block> blocks = new ArrayList<>();
        BreachNumbers numbers = new BreachNumbers(model);
        model.runs().forEach(run -> blocks.add(block(run, numbers)));
        new KvPicture(model).block().ifPresent(blocks::add);
        blocks.addAll(new SegmentTable(model).blocks());
        blocks.addAll(new ServerTable(model).blocks());
        return blocks.isEmpty() ? List.of(Block.muted("No run.")) : blocks;
    }

    private Block block(RunReport run, BreachNumbers numbers) {
        RunTimeline timeline =
                new RunTimeline(run, model.runs(), model.hue(run.run().phase()), numbers);
        if (timeline.isEmpty()) {
            return Block.muted(run.run().phase() + ": no windows are stored for run " + run.id() + ".");
        }
        return new Block.Figure(timeline.picture(), timeline.caption(), TimeTable.of(run));
    }
}
