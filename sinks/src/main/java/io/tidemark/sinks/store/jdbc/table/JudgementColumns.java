package io.tidemark.sinks.store.jdbc.table;

import io.tidemark.events.ObjectiveJudgement;
import io.tidemark.events.ObjectiveResult;
import io.tidemark.events.Verdict;
import io.tidemark.events.VerdictBasis;
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
        table.column("verdict_on", row -> row.event().part().getVerdictOn().name());
        addJudged(table, "sustained_", ObjectiveResult::getSustained);
        addJudged(table, "short_run_", ObjectiveResult::getShortRun);
        add(table, "effective_count", ObjectiveResult::getSustained, ObjectiveJudgement::getEffectiveCount);
        add(table, "design_effect", ObjectiveResult::getSustained, ObjectiveJudgement::getDesignEffect);
        add(table, "blocks", ObjectiveResult::getSustained, ObjectiveJudgement::getBlocks);
        add(table, "block_nanos", ObjectiveResult::getSustained, ObjectiveJudgement::getBlockNanos);
        add(table, "sustained_needed_nanos", ObjectiveResult::getSustained, ObjectiveJudgement::getNeededNanos);
    }

    /** What both judgements have. */
    private static void addJudged(
            StoreTable.Builder<Part<ObjectiveResult>> table,
            String prefix,
            Function<ObjectiveResult, @Nullable ObjectiveJudgement> judgement) {
        add(table, prefix + "verdict", judgement, judged -> judged.getVerdict().name());
        add(table, prefix + "low", judgement, ObjectiveJudgement::getLow);
        add(table, prefix + "high", judgement, ObjectiveJudgement::getHigh);
        add(table, prefix + "needed_requests", judgement, ObjectiveJudgement::getNeededRequests);
        add(table, prefix + "reason", judgement, ObjectiveJudgement::getReason);
    }

    private static void add(
            StoreTable.Builder<Part<ObjectiveResult>> table,
            String column,
            Function<ObjectiveResult, @Nullable ObjectiveJudgement> judgement,
            Function<ObjectiveJudgement, @Nullable Object> value) {
        table.column(column, row -> {
            ObjectiveJudgement judged = judgement.apply(row.event().part());
            return judged == null ? null : value.apply(judged);
        });
    }

    public static JudgementsRow read(RowFields fields) throws SQLException {
        JudgementRow.Worth worth = new JudgementRow.Worth(
                fields.realIfAny("effective_count"),
                fields.realIfAny("design_effect"),
                fields.longIntegerIfAny("blocks"),
                fields.longIntegerIfAny("block_nanos"));
        return new JudgementsRow(
                fields.constant("verdict_on", VerdictBasis.class),
                judged(fields, "sustained_", worth, fields.longIntegerIfAny("sustained_needed_nanos")),
                judged(fields, "short_run_", JudgementRow.Worth.UNKNOWN, OptionalLong.empty()));
    }

    private static Optional<JudgementRow> judged(
            RowFields fields, String prefix, JudgementRow.Worth worth, OptionalLong neededNanos) throws SQLException {
        Optional<String> verdict = fields.textIfAny(prefix + "verdict");
        return verdict.isEmpty()
                ? Optional.empty()
                : Optional.of(new JudgementRow(
                        Verdict.valueOf(verdict.get()),
                        fields.realIfAny(prefix + "low"),
                        fields.realIfAny(prefix + "high"),
                        worth,
                        fields.longIntegerIfAny(prefix + "needed_requests"),
                        neededNanos,
                        fields.textIfAny(prefix + "reason").orElse("")));
    }
}
