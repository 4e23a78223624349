package io.tidemark.sinks.store.jdbc.table;

import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.jdbc.table.ResultTables.Part;
import io.tidemark.sinks.store.read.step.JudgementRow;
import io.tidemark.sinks.store.read.step.JudgementsRow;
import java.sql.SQLException;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/** Both judgements of an objective, written and read; null where there is none. */
public final class JudgementColumns {
    private JudgementColumns() {}

    static void add(StoreTable.Builder<Part<ObjectiveResult>> table) {
        table.column("verdict_on", row -> row.event().part().getVerdictOn().name())
                .column(
                        "sustained_verdict",
                        row -> sustained(row, judged -> judged.getVerdict().name()))
                .column("sustained_low", row -> sustained(row, ObjectiveJudgement::getLow))
                .column("sustained_high", row -> sustained(row, ObjectiveJudgement::getHigh))
                .column("effective_count", row -> sustained(row, ObjectiveJudgement::getEffectiveCount))
                .column("design_effect", row -> sustained(row, ObjectiveJudgement::getDesignEffect))
                .column("blocks", row -> sustained(row, ObjectiveJudgement::getBlocks))
                .column("block_nanos", row -> sustained(row, ObjectiveJudgement::getBlockNanos))
                .column("sustained_needed_requests", row -> sustained(row, ObjectiveJudgement::getNeededRequests))
                .column("sustained_needed_nanos", row -> sustained(row, ObjectiveJudgement::getNeededNanos))
                .column("sustained_reason", row -> sustained(row, ObjectiveJudgement::getReason))
                .column(
                        "short_run_verdict",
                        row -> shortRun(row, judged -> judged.getVerdict().name()))
                .column("short_run_low", row -> shortRun(row, ObjectiveJudgement::getLow))
                .column("short_run_high", row -> shortRun(row, ObjectiveJudgement::getHigh))
                .column("short_run_needed_requests", row -> shortRun(row, ObjectiveJudgement::getNeededRequests))
                .column("short_run_reason", row -> shortRun(row, ObjectiveJudgement::getReason));
    }

    public static JudgementsRow read(RowFields fields) throws SQLException {
        Optional<JudgementRow> sustained = verdict(fields, "sustained_verdict").isEmpty()
                ? Optional.empty()
                : Optional.of(new JudgementRow(
                        verdict(fields, "sustained_verdict").orElseThrow(),
                        fields.realIfAny("sustained_low"),
                        fields.realIfAny("sustained_high"),
                        new JudgementRow.Worth(
                                fields.realIfAny("effective_count"),
                                fields.realIfAny("design_effect"),
                                fields.longIntegerIfAny("blocks"),
                                fields.longIntegerIfAny("block_nanos")),
                        fields.longIntegerIfAny("sustained_needed_requests"),
                        fields.longIntegerIfAny("sustained_needed_nanos"),
                        fields.textIfAny("sustained_reason").orElse("")));
        Optional<JudgementRow> shortRun = verdict(fields, "short_run_verdict").isEmpty()
                ? Optional.empty()
                : Optional.of(new JudgementRow(
                        verdict(fields, "short_run_verdict").orElseThrow(),
                        fields.realIfAny("short_run_low"),
                        fields.realIfAny("short_run_high"),
                        JudgementRow.Worth.UNKNOWN,
                        fields.longIntegerIfAny("short_run_needed_requests"),
                        OptionalLong.empty(),
                        fields.textIfAny("short_run_reason").orElse("")));
        return new JudgementsRow(fields.constant("verdict_on", VerdictBasis.class), sustained, shortRun);
    }

    private static Optional<Verdict> verdict(RowFields fields, String column) throws SQLException {
        return fields.textIfAny(column).map(Verdict::valueOf);
    }

    private static @Nullable Object sustained(
            EventRow<Part<ObjectiveResult>> row, Function<ObjectiveJudgement, @Nullable Object> part) {
        ObjectiveJudgement judged = row.event().part().getSustained();
        return judged == null ? null : part.apply(judged);
    }

    private static @Nullable Object shortRun(
            EventRow<Part<ObjectiveResult>> row, Function<ObjectiveJudgement, @Nullable Object> part) {
        ObjectiveJudgement judged = row.event().part().getShortRun();
        return judged == null ? null : part.apply(judged);
    }
}
