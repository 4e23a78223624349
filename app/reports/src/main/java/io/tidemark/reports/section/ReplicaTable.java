package io.tidemark.reports.section;

import io.tidemark.reports.document.Block;
import io.tidemark.reports.document.Block.Column;
import io.tidemark.reports.document.Cell;
import io.tidemark.reports.model.ReportModel;
import io.tidemark.reports.model.RunReport;
import io.tidemark.reports.model.ServerShare;
import io.tidemark.reports.model.StepReport;
import io.tidemark.schemas.ValueText;
import java.util.List;
import java.util.OptionalDouble;
import java.util.function.DoubleFunction;
import java.util.stream.Stream;

/** What each of several servers behind one target, as the replicas behind a router, reported of itself. */
public final class ReplicaTable {
    private final ReportModel model;

    public ReplicaTable(ReportModel model) {
        this.model = model;
    }

    public List<Block> blocks() {
        return new StepPartsTable(
                        "By server",
                        "By server behind the target, from its own metrics page, over the measured part:",
                        List.of(
                                Column.left("server"),
                                Column.right("finished"),
                                Column.right("share"),
                                Column.right("cache hits"),
                                Column.right("running"),
                                Column.right("KV use")),
                        ReplicaTable::rows)
                .blocks(model);
    }

    private static Stream<List<Cell>> rows(RunReport run, StepReport step) {
        List<ServerShare> servers = step.detail().servers();
        double all = servers.stream()
                .mapToDouble(server -> server.finished().orElse(0))
                .sum();
        return servers.stream().map(server -> row(server, all));
    }

    private static List<Cell> row(ServerShare server, double all) {
        return List.of(
                Cell.of(server.instance()),
                cell(server.finished(), count -> ValueText.count(Math.round(count))),
                cell(server.finished(), count -> all == 0 ? "" : ValueText.percent(count / all)),
                cell(server.cacheHitShare(), ValueText::percent),
                cell(server.running(), ValueText::digits),
                cell(server.kvUsage(), ValueText::percent));
    }

    private static Cell cell(OptionalDouble value, DoubleFunction<String> format) {
        return Cell.of(value.isPresent() ? format.apply(value.getAsDouble()) : "");
    }
}
