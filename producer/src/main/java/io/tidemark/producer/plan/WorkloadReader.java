package io.tidemark.producer.plan;

import io.tidemark.producer.plan.WorkloadPlan.Prompts;
import io.tidemark.producer.plan.WorkloadPlan.Synthetic;
import io.tidemark.producer.plan.WorkloadPlan.Trace;
import java.nio.file.Path;
import java.util.Optional;

/** Reads the {@code workload} section of a plan. */
final class WorkloadReader {
    private static final LengthRange STAND_IN = LengthRange.of(1);
    private static final int DEFAULT_OUTPUT_TOKENS = 128;
    private static final int DEFAULT_TRACE_ROWS = 1000;

    private final Section root;
    private final Path directory;

    WorkloadReader(Section root, Path directory) {
        this.root = root;
        this.directory = directory;
    }

    WorkloadPlan read() {
        Optional<Section> section = root.section("workload");
        if (section.isEmpty()) {
            root.refuse("workload", "is required");
            return new Synthetic("all", false, STAND_IN, STAND_IN);
        }
        Section workload = section.get();
        Kind kind = workload.required("kind", Values.oneOf(Kind.class), Kind.SYNTHETIC);
        WorkloadPlan plan = read(workload, kind);
        workload.refuseOthers();
        return plan;
    }

    private WorkloadPlan read(Section workload, Kind kind) {
        String requestClass = workload.optional("class", Values.NAME).orElse("all");
        boolean exact = workload.optional("exact_output", Values.SWITCH).orElse(kind == Kind.SYNTHETIC);
        return switch (kind) {
            case SYNTHETIC ->
                new Synthetic(
                        requestClass, exact, length(workload, "prompt_tokens"), length(workload, "output_tokens"));
            case PROMPTS ->
                new Prompts(
                        requestClass,
                        exact,
                        file(workload),
                        workload.required("format", Values.oneOf(PromptFormat.class), PromptFormat.JSONL),
                        workload.has("output_tokens")
                                ? length(workload, "output_tokens")
                                : LengthRange.of(DEFAULT_OUTPUT_TOKENS));
            case TRACE ->
                new Trace(
                        requestClass,
                        exact,
                        file(workload),
                        workload.optional("rows", Values.COUNT).orElse(DEFAULT_TRACE_ROWS));
        };
    }

    private Path file(Section workload) {
        return workload.required("file", PlanReader.readableFile(directory), directory);
    }

    /** Either {@code key: 128} or {@code key: 64-256}. */
    private static LengthRange length(Section workload, String key) {
        return workload.required(key, WorkloadReader::parseLength, STAND_IN);
    }

    private static LengthRange parseLength(String text) {
        String[] ends = text.split("-", 2);
        try {
            int min = Values.COUNT.parse(ends[0].strip());
            return new LengthRange(min, ends.length == 1 ? min : Values.COUNT.parse(ends[1].strip()));
        } catch (IllegalArgumentException | ValueType.RuleBroken e) {
            throw new ValueType.RuleBroken("must be a number of tokens >= 1 such as 128, or a range such as 64-256,");
        }
    }

    private enum Kind {
        SYNTHETIC,
        PROMPTS,
        TRACE
    }
}
