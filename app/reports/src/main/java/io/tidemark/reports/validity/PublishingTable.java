package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Columns;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.PublishingRow;
import java.util.List;
import java.util.OptionalLong;

/** How the events of each run came to Kafka, and how far its host's clock was from the broker's. */
final class PublishingTable {
    private static final Columns<RunReport> COLUMNS = new Columns<RunReport>()
            .left("events to Kafka", RunReport::phase)
            .left("run", RunReport::id)
            .right("broker's clock - host's", run -> clock(publishing(run)))
            .right("through the spool", run -> count(publishing(run).spooled()))
            .right("after the run's end", run -> count(publishing(run).late()))
            .rightCell(
                    "lost",
                    run -> new Cell(
                            count(publishing(run).lost()),
                            publishing(run).lost().orElse(0) > 0 ? Tone.BAD : Tone.PLAIN));

    private PublishingTable() {}

    static List<Block> blocks(ReportModel model) {
        List<RunReport> rows = model.runs().stream()
                .filter(run -> publishing(run).lost().isPresent())
                .toList();
        return rows.isEmpty()
                ? List.of()
                : List.of(
                        COLUMNS.table(rows),
                        Block.muted(
                                "Clock offsets at the end of the run; no latency is a difference between two hosts' clocks. Events"
                                        + " go through the spool on disk when Kafka is slow or away and memory is full. For a run with"
                                        + " several workers, these are the figures of the leading one."));
    }

    private static PublishingRow publishing(RunReport run) {
        return run.run().notes().publishing();
    }

    /** "-0.3 ms, within 0.9 ms". */
    private static String clock(PublishingRow row) {
        if (row.clockOffsetNanos().isEmpty() || row.clockOffsetErrorNanos().isEmpty()) {
            return "not known";
        }
        long offset = row.clockOffsetNanos().getAsLong();
        return (offset < 0 ? "-" : "") + ValueText.latency((double) Math.abs(offset)) + ", within "
                + ValueText.latency((double) row.clockOffsetErrorNanos().getAsLong());
    }

    private static String count(OptionalLong events) {
        return events.isPresent() ? ValueText.count(events.getAsLong()) : "not known";
    }
}
