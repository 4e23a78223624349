package io.tidemark.reports.validity;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.document.Tone;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.store.read.run.PublishingRow;
import java.util.List;
import java.util.OptionalLong;

/** How the events of each run came to Kafka, and how far its host's clock was from the broker's. */
final class PublishingTable {
    private final ReportModel model;

    PublishingTable(ReportModel model) {
        this.model = model;
    }

    List<Block> blocks() {
        List<List<Cell>> rows = model.runs().stream()
                .filter(run -> run.run().notes().publishing().lost().isPresent())
                .map(PublishingTable::row)
                .toList();
        if (rows.isEmpty()) {
            return List.of();
        }
        return List.of(
                new Block.Table(
                        List.of(
                                Column.left("events to Kafka"),
                                Column.left("run"),
                                Column.right("broker's clock - host's"),
                                Column.right("through the spool"),
                                Column.right("after the run's end"),
                                Column.right("lost")),
                        rows),
                Block.muted(
                        "Clock offsets at the end of the run; no latency is a difference between two hosts' clocks. Events"
                                + " go through the spool on disk when Kafka is slow or away and memory is full. For a run with"
                                + " several workers, these are the figures of the leading one."));
    }

    private static List<Cell> row(RunReport run) {
        PublishingRow row = run.run().notes().publishing();
        return List.of(
                Cell.of(run.run().phase()),
                Cell.of(run.id()),
                Cell.of(clock(row)),
                Cell.of(count(row.spooled())),
                Cell.of(count(row.late())),
                new Cell(count(row.lost()), row.lost().orElse(0) > 0 ? Tone.BAD : Tone.PLAIN));
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
