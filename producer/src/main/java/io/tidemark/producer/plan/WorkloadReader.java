package io.tidemark.producer.plan;

import io.tidemark.producer.plan.WorkloadPlan.Mixture;
import io.tidemark.producer.plan.WorkloadPlan.Part;
import io.tidemark.producer.plan.WorkloadPlan.Prompts;
import io.tidemark.producer.plan.WorkloadPlan.SharedPrefix;
import io.tidemark.producer.plan.WorkloadPlan.Synthetic;
import io.tidemark.producer.plan.WorkloadPlan.Trace;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the {@code workload} section of a plan. */
final class WorkloadReader {
    private static final LengthRange STAND_IN = LengthRange.of(1);
    private static final LengthRange DEFAULT_OUTPUT_TOKENS = LengthRange.of(128);
    private static final int DEFAULT_TRACE_ROWS = 1000;
    private static final int DEFAULT_PREFIXES = 10;

    private final Section root;
    private final Path directory;

    WorkloadReader(Section root, Path directory) {
        this.root = root;
        this.directory = directory;
    }

    /** What is asked, and how that is kept honest. */
    record Read(WorkloadPlan workload, WorkloadOptions options) {}

    Read read() {
        Optional<Section> section = root.section("workload");
        if (section.isEmpty()) {
            root.refuse("workload", "is required");
            return new Read(new Synthetic(Labels.NONE, false, STAND_IN, STAND_IN), WorkloadOptions.DEFAULT);
        }
        Section workload = section.get();
        WorkloadOptions options = new WorkloadOptionsReader(workload, directory).read();
        WorkloadPlan plan = plan(workload);
        workload.refuseOthers();
        return new Read(plan, options);
    }

    private WorkloadPlan plan(Section workload) {
        Kind kind = workload.required("kind", Values.oneOf(Kind.class), Kind.SYNTHETIC);
        if (kind == Kind.MIXTURE) {
            return mixture(workload);
        }
        Common common = new Common(
                labels(workload, kind),
                workload.optional("exact_output", Values.SWITCH).orElse(kind.madeUp));
        return switch (kind) {
            case SHARED_PREFIX -> sharedPrefix(workload, common);
            case CONVERSATIONS -> new ConversationsReader(workload, directory).read(common.labels(), common.exact());
            case PROMPTS -> prompts(workload, common);
            case TRACE -> trace(workload, common);
            default ->
                new Synthetic(
                        common.labels(),
                        common.exact(),
                        LengthReader.required(workload, "prompt_tokens"),
                        LengthReader.required(workload, "output_tokens"));
        };
    }

    /** What all kinds but mixtures have. */
    private record Common(Labels labels, boolean exact) {}

    private static Labels labels(Section workload, Kind kind) {
        ClassBy usual = kind == Kind.CONVERSATIONS ? ClassBy.TURN : ClassBy.NONE;
        return new Labels(
                workload.optional("class", Values.REQUEST_CLASS).orElse(Labels.NONE.base()),
                workload.optional("class_by", Values.oneOf(ClassBy.class)).orElse(usual));
    }

    private static SharedPrefix sharedPrefix(Section workload, Common common) {
        LengthRange prefix = LengthReader.required(workload, "prefix_tokens");
        LengthRange own = LengthReader.required(workload, "prompt_tokens");
        return new SharedPrefix(
                common.labels(),
                common.exact(),
                workload.optional("prefixes", Values.COUNT).orElse(DEFAULT_PREFIXES),
                prefix,
                sharedRequests(workload, prefix, own),
                own,
                LengthReader.required(workload, "output_tokens"));
    }

    /** Either the share of requests, or the share of tokens that makes. */
    private static double sharedRequests(Section workload, LengthRange prefix, LengthRange own) {
        Optional<Double> requests = workload.optional("reuse_requests", Values.SHARE_OR_ZERO);
        Optional<Double> tokens = workload.optional("reuse_tokens", Values.SHARE_OR_ZERO);
        if (requests.isPresent() == tokens.isPresent()) {
            workload.refuse("reuse_requests", "or reuse_tokens must be given, one of the two");
            return 0;
        }
        double share = requests.orElseGet(() -> tokens.orElse(0.0) * (prefix.mean() + own.mean()) / prefix.mean());
        if (share > 1) {
            workload.refuse("reuse_tokens", "must be at most the prefix' share of the prompt's tokens");
        }
        return Math.min(1, share);
    }

    private Prompts prompts(Section workload, Common common) {
        PromptFormat format = workload.required("format", Values.oneOf(PromptFormat.class), PromptFormat.JSONL);
        return new Prompts(
                common.labels(),
                common.exact(),
                file(workload),
                format,
                promptUse(workload, format),
                LengthReader.optional(workload, "output_tokens", DEFAULT_OUTPUT_TOKENS));
    }

    private static PromptUse promptUse(Section workload, PromptFormat format) {
        boolean filter = workload.optional("vllm_filter", Values.SWITCH).orElse(false);
        List<String> languages = workload.list("languages", Values.TEXT);
        if (filter && format != PromptFormat.SHAREGPT) {
            workload.refuse("vllm_filter", "is for format: sharegpt only");
        }
        if (!languages.isEmpty() && format != PromptFormat.OPENASSISTANT) {
            workload.refuse("languages", "is for format: openassistant only");
        }
        PromptUse.Turns turns =
                workload.optional("turns", Values.oneOf(PromptUse.Turns.class)).orElse(PromptUse.Turns.FIRST);
        return new PromptUse(turns, ThinkTimeReader.optional(workload, "think_time"), filter, languages);
    }

    private Trace trace(Section workload, Common common) {
        return new Trace(
                common.labels(),
                common.exact(),
                file(workload),
                workload.optional("rows", Values.COUNT).orElse(DEFAULT_TRACE_ROWS));
    }

    private Mixture mixture(Section workload) {
        List<Part> parts = workload.sections("parts").stream().map(this::part).toList();
        if (parts.size() < 2) {
            workload.refuse("parts", "must list at least two workloads");
        }
        return new Mixture(parts);
    }

    private Part part(Section part) {
        double weight = part.optional("weight", Values.FACTOR).orElse(1.0);
        WorkloadPlan plan = plan(part);
        if (plan instanceof Mixture || plan instanceof Trace) {
            part.refuse("kind", "must be neither mixture nor trace inside a mixture");
        }
        part.refuseOthers();
        return new Part(weight, plan);
    }

    private Path file(Section workload) {
        return workload.required("file", PlanReader.readableFile(directory), directory);
    }

    private enum Kind {
        SYNTHETIC(true),
        SHARED_PREFIX(true),
        CONVERSATIONS(false),
        PROMPTS(false),
        TRACE(false),
        MIXTURE(false);

        /** Made-up prompts: answers to them end when they like, so their length is asked for exactly. */
        private final boolean madeUp;

        Kind(boolean madeUp) {
            this.madeUp = madeUp;
        }
    }
}
