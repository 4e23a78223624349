package io.tidemark.producer.plan.read;

import io.tidemark.producer.plan.workload.TokenizerPlan;
import io.tidemark.producer.plan.workload.WorkloadOptions;
import io.tidemark.producer.yaml.ValueType;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.producer.yaml.YamlSection;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/** Reads the keys of {@code workload} that keep it honest about caches and lengths. */
final class WorkloadOptionsReader {
    private static final ValueType<String> HEADER =
            text -> ValueTypes.TEXT.parse(text).strip().toLowerCase(Locale.ROOT);

    private final YamlSection workload;
    private final Path directory;

    WorkloadOptionsReader(YamlSection workload, Path directory) {
        this.workload = workload;
        this.directory = directory;
    }

    WorkloadOptions read() {
        WorkloadOptions usual = WorkloadOptions.DEFAULT;
        List<String> headers = workload.list("answer_cache_headers", HEADER);
        return new WorkloadOptions(
                workload.optional("reuse", ValueTypes.SWITCH).orElse(usual.reuse()),
                workload.optional("reset_prefix_cache", ValueTypes.oneOf(WorkloadOptions.PrefixCacheReset.class))
                        .orElse(usual.resetPrefixCache()),
                workload.optional("cache_share_limit", ValueTypes.SHARE).orElse(usual.cacheShareLimit()),
                tokenizer(),
                workload.has("answer_cache_headers") ? headers : usual.answerCacheHeaders());
    }

    private TokenizerPlan tokenizer() {
        if (workload.isMapping("tokenizer")) {
            return workload.section("tokenizer").map(this::tokenizerFile).orElse(TokenizerPlan.AUTO);
        }
        Optional<Word> word = workload.optional("tokenizer", ValueTypes.oneOf(Word.class));
        return switch (word.orElse(Word.AUTO)) {
            case SERVER -> new TokenizerPlan.Server();
            case ESTIMATE -> new TokenizerPlan.Estimate();
            case AUTO -> TokenizerPlan.AUTO;
        };
    }

    private TokenizerPlan tokenizerFile(YamlSection section) {
        Path file = section.required("file", ValueTypes.readableFile(directory), directory);
        section.refuseUnknownKeys();
        return new TokenizerPlan.TokenizerFile(file);
    }

    private enum Word {
        AUTO,
        SERVER,
        ESTIMATE
    }
}
