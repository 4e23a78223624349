package io.tidemark.producer.workload;

import io.tidemark.producer.arrivals.TraceRow;
import io.tidemark.producer.plan.workload.WorkloadPlan.Trace;
import io.tidemark.producer.plan.workload.WorkloadPlan.Trace.SessionRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** The rows of a trace as they are asked, and what they must keep to, so that their prompts are those that the trace stands for. */
final class TraceRows {
    /** Sizes of blocks that traces are known to have. */
    private static final List<Integer> USUAL_BLOCKS = List.of(8, 16, 32, 64, 128, 256, 512, 1024, 2048);

    private static final TraceRow NONE = new TraceRow(0, 0, 0);

    private TraceRows() {}

    /**
     * With the lengths of whole conversations.
     *
     * @throws IllegalArgumentException naming file and row of the first that cannot be asked as the trace has it
     */
    static List<TraceRow> of(Trace plan, List<TraceRow> rows) {
        List<TraceRow> whole = new ArrayList<>();
        Map<String, TraceRow> before = new HashMap<>();
        for (int i = 0; i < rows.size(); i++) {
            TraceRow row = rows.get(i);
            String where = plan.file() + " row " + (i + 1);
            boolean isNewTurn = plan.sessionRows().equals(Optional.of(SessionRows.NEW));
            if (row.session().isPresent() && (row.hashIds().isEmpty() || isNewTurn)) {
                TraceRow last = before.getOrDefault(row.session().get(), NONE);
                row = isNewTurn ? grown(row, last, where) : row;
                requireWhole(row, last, where, plan.sessionRows().isPresent());
                before.put(row.session().get(), row);
            }
            requireBlocks(row, plan.blockTokens(), where);
            whole.add(row);
        }
        return whole;
    }

    /** A conversation's prompt holds those before it, and their answers. */
    private static TraceRow grown(TraceRow row, TraceRow before, String where) {
        require(
                row.hashIds().isEmpty(),
                where + " must have no hash_ids with workload.session_rows: new, which they cannot follow");
        int history = before.promptTokens() + before.outputTokens();
        return new TraceRow(
                row.offsetNanos(), history + row.promptTokens(), row.outputTokens(), row.session(), row.hashIds());
    }

    /** @param isSaid whether the plan says what a row's length is; else one that does not hold the answer before it may be another */
    private static void requireWhole(TraceRow row, TraceRow before, String where, boolean isSaid) {
        String had = " of the row before it in session " + row.session().orElse("") + " but had " + row.promptTokens()
                + ": a row has the length of the whole conversation so far. Where rows have that of the new turn alone, set"
                + " workload.session_rows: new";
        require(
                row.promptTokens() >= before.promptTokens(),
                where + " must have at least the " + before.promptTokens() + " prompt tokens" + had);
        int whole = before.promptTokens() + before.outputTokens();
        require(
                isSaid || row.promptTokens() >= whole,
                where + " must have at least the " + whole + " tokens, prompt and output," + had
                        + "; where answers are not sent back, or without their reasoning, set it to whole");
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw new IllegalArgumentException(rule);
        }
    }

    private static void requireBlocks(TraceRow row, int blockTokens, String where) {
        int needed = blocks(row, blockTokens);
        if (row.hashIds().isEmpty() || row.hashIds().size() == needed) {
            return;
        }
        String fitting = USUAL_BLOCKS.stream()
                .filter(size -> blocks(row, size) == row.hashIds().size())
                .map(String::valueOf)
                .collect(Collectors.joining(" or "));
        throw new IllegalArgumentException(where + " must have " + needed + " hash_ids for " + row.promptTokens()
                + " prompt tokens, one per " + blockTokens + " (workload.block_tokens), but had "
                + row.hashIds().size() + (fitting.isEmpty() ? "" : "; blocks of " + fitting + " tokens would fit"));
    }

    private static int blocks(TraceRow row, int blockTokens) {
        return (row.promptTokens() + blockTokens - 1) / blockTokens;
    }
}
