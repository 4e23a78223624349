package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.workload.LengthDistribution;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.PromptFileOptions;
import io.tidemark.producer.plan.workload.PromptFormat;
import io.tidemark.producer.plan.workload.RequestClassNaming;
import io.tidemark.producer.plan.workload.RequestClassSuffix;
import io.tidemark.producer.plan.workload.WorkloadOptions;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.plan.workload.WorkloadPlan.Mixture;
import io.tidemark.producer.plan.workload.WorkloadPlan.Part;
import io.tidemark.producer.plan.workload.WorkloadPlan.Prompts;
import io.tidemark.producer.plan.workload.WorkloadPlan.SharedPrefix;
import io.tidemark.producer.plan.workload.WorkloadPlan.Synthetic;
import io.tidemark.producer.plan.workload.WorkloadPlan.Trace;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** Reads the {@code workload} section of a plan. */
final class WorkloadReader {
    private static final LengthDistribution STAND_IN = LengthRange.of(1);
    private static final LengthDistribution DEFAULT_OUTPUT_TOKENS = LengthRange.of(128);
    private static final int DEFAULT_TRACE_ROWS = 1000;
    private static final int DEFAULT_PREFIXES = 10;
    private static final String MODEL = "model";

    private final YamlSection root;
    private final Path directory;

    WorkloadReader(YamlSection root, Path directory) {
        this.root = root;
        this.directory = directory;
    }

    /** What is asked, and how that is kept honest. */
    record Result(WorkloadPlan workload, WorkloadOptions options) {}

    Result read() {
        Optional<YamlSection> section = root.section("workload");
        if (section.isEmpty()) {
            root.refuse("workload", "is required");
            return new Result(
                    new Synthetic(RequestClassNaming.NONE, false, STAND_IN, STAND_IN), WorkloadOptions.DEFAULT);
        }
        YamlSection workload = section.get();
        WorkloadOptions options = new WorkloadOptionsReader(workload, directory).read();
        WorkloadPlan plan = plan(workload);
        workload.refuseUnknownKeys();
        return new Result(plan, options);
    }

    private WorkloadPlan plan(YamlSection workload) {
        Kind kind = workload.required("kind", ValueTypes.oneOf(Kind.class), Kind.SYNTHETIC);
        if (kind == Kind.MIXTURE) {
            return mixture(workload);
        }
        Common common = new Common(
                labels(workload, kind),
                workload.optional("exact_output", ValueTypes.SWITCH).orElse(kind.madeUp));
        return switch (kind) {
            case SHARED_PREFIX -> sharedPrefix(workload, common);
            case CONVERSATIONS -> new ConversationsReader(workload, directory).read(common.labels(), common.exact());
            case PROMPTS -> prompts(workload, common);
            case TRACE -> trace(workload, common);
            default ->
                new Synthetic(
                        common.labels(),
                        common.exact(),
                        LengthRangeReader.required(workload, "prompt_tokens"),
                        LengthRangeReader.required(workload, "output_tokens"));
        };
    }

    /** What all kinds but mixtures have. */
    private record Common(RequestClassNaming labels, boolean exact) {}

    private static RequestClassNaming labels(YamlSection workload, Kind kind) {
        RequestClassSuffix usual = kind == Kind.CONVERSATIONS ? RequestClassSuffix.TURN : RequestClassSuffix.NONE;
        return new RequestClassNaming(
                workload.optional("class", ValueTypes.REQUEST_CLASS).orElse(RequestClassNaming.NONE.base()),
                workload.optional("class_by", ValueTypes.oneOf(RequestClassSuffix.class))
                        .orElse(usual));
    }

    private static SharedPrefix sharedPrefix(YamlSection workload, Common common) {
        LengthDistribution prefix = LengthRangeReader.required(workload, "prefix_tokens");
        LengthDistribution own = LengthRangeReader.required(workload, "prompt_tokens");
        return new SharedPrefix(
                common.labels(),
                common.exact(),
                workload.optional("prefixes", ValueTypes.COUNT).orElse(DEFAULT_PREFIXES),
                prefix,
                sharedRequests(workload, prefix, own),
                own,
                LengthRangeReader.required(workload, "output_tokens"));
    }

    /** Either the share of requests, or the share of tokens that makes. */
    private static double sharedRequests(YamlSection workload, LengthDistribution prefix, LengthDistribution own) {
        Optional<Double> requests = workload.optional("reuse_requests", ValueTypes.SHARE_OR_ZERO);
        Optional<Double> tokens = workload.optional("reuse_tokens", ValueTypes.SHARE_OR_ZERO);
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

    private Prompts prompts(YamlSection workload, Common common) {
        PromptFormat format = workload.required("format", ValueTypes.oneOf(PromptFormat.class), PromptFormat.JSONL);
        return new Prompts(
                common.labels(),
                common.exact(),
                file(workload),
                format,
                promptUse(workload, format),
                LengthRangeReader.optional(workload, "output_tokens", DEFAULT_OUTPUT_TOKENS));
    }

    private static PromptFileOptions promptUse(YamlSection workload, PromptFormat format) {
        boolean filter = workload.optional("vllm_filter", ValueTypes.SWITCH).orElse(false);
        List<String> languages = workload.list("languages", ValueTypes.TEXT);
        if (filter && format != PromptFormat.SHAREGPT) {
            workload.refuse("vllm_filter", "is for format: sharegpt only");
        }
        if (!languages.isEmpty() && format != PromptFormat.OPENASSISTANT) {
            workload.refuse("languages", "is for format: openassistant only");
        }
        PromptFileOptions.Turns turns = workload.optional("turns", ValueTypes.oneOf(PromptFileOptions.Turns.class))
                .orElse(PromptFileOptions.Turns.FIRST);
        int least = workload.optional("min_tokens", ValueTypes.COUNT).orElse(0);
        int most = workload.optional("max_tokens", ValueTypes.COUNT).orElse(Integer.MAX_VALUE);
        if (least > most) {
            workload.refuse("min_tokens", "must not be above max_tokens, which is " + most + ", but was " + least);
        }
        return new PromptFileOptions(
                turns, ThinkTimeReader.optional(workload, "think_time"), filter, languages, least, most);
    }

    private Trace trace(YamlSection workload, Common common) {
        return new Trace(
                common.labels(),
                common.exact(),
                file(workload),
                workload.optional("rows", ValueTypes.COUNT).orElse(DEFAULT_TRACE_ROWS),
                workload.optional("block_tokens", ValueTypes.COUNT).orElse(Trace.DEFAULT_BLOCK_TOKENS),
                workload.optional("session_rows", ValueTypes.oneOf(Trace.SessionRows.class)));
    }

    private Mixture mixture(YamlSection workload) {
        List<Part> parts = workload.sections("parts").stream().map(this::part).toList();
        if (parts.size() < 2) {
            workload.refuse("parts", "must list at least two workloads");
        }
        return new Mixture(parts);
    }

    private Part part(YamlSection part) {
        double weight = part.optional("weight", ValueTypes.FACTOR).orElse(1.0);
        WorkloadPlan plan = plan(part);
        if (plan instanceof Mixture || plan instanceof Trace) {
            part.refuse("kind", "must be neither mixture nor trace inside a mixture");
        }
        if (part.keys().contains(MODEL)) {
            var unused = part.has(MODEL); // asked for only here: it is no key of the schema
            part.refuse(MODEL, "must be left out: a run asks one model. Make one run for each model, with --model");
        }
        part.refuseUnknownKeys();
        return new Part(weight, plan);
    }

    private Path file(YamlSection workload) {
        return workload.required("file", ValueTypes.readableFile(directory), directory);
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
