package io.tidemark.producer.workload;

import io.tidemark.producer.arrivals.TraceRow;
import io.tidemark.producer.plan.WorkloadPlan.Trace;
import java.util.List;
import java.util.OptionalInt;

/** Made-up prompts of a trace's lengths, row by row, over again after the last. */
final class TraceWorkload implements Workload {
    private final Trace plan;
    private final List<TraceRow> rows;
    private final SyntheticText text;
    private int next;

    TraceWorkload(Trace plan, List<TraceRow> rows, SyntheticText text) {
        this.plan = plan;
        this.rows = List.copyOf(rows);
        this.text = text;
    }

    @Override
    public Conversation next() {
        TraceRow row = rows.get(next);
        next = (next + 1) % rows.size();
        return Conversation.of(Prompt.of(
                text.ofTokens(row.promptTokens()),
                OptionalInt.of(row.promptTokens()),
                row.outputTokens(),
                plan.exactOutput(),
                plan.requestClass()));
    }
}
