package io.tidemark.producer.plan.workload;

import java.util.List;

/**
 * What keeps a workload honest about caches and lengths.
 *
 * @param reuse whether steps share their prompts on purpose; else each step's prompts differ from those of earlier steps
 * @param cacheShareLimit by how much the measured share of cached prompt tokens may differ from the planned one, (0, 1]
 * @param answerCacheHeaders response headers, in lower case, by which an exact or semantic cache says that the answer was
 *     its own; such requests are a class of their own
 */
public record WorkloadOptions(
        boolean reuse,
        PrefixCacheReset resetPrefixCache,
        double cacheShareLimit,
        TokenizerPlan tokenizer,
        List<String> answerCacheHeaders) {
    public static final List<String> ANSWER_CACHE_HEADERS = List.of(
            "x-cache",
            "x-cache-hit",
            "x-cache-status",
            "cf-aig-cache-status",
            "x-semantic-cache",
            "x-semantic-cache-hit",
            "x-litellm-cache-hit",
            "helicone-cache",
            "x-portkey-cache-status",
            "x-vsr-cache-hit");

    public static final WorkloadOptions DEFAULT =
            new WorkloadOptions(false, PrefixCacheReset.OWN, 0.1, TokenizerPlan.AUTO, ANSWER_CACHE_HEADERS);

    public WorkloadOptions {
        answerCacheHeaders = List.copyOf(answerCacheHeaders);
    }

    /** Whether {@code /reset_prefix_cache} is asked for before each step. A cache that others share is theirs too. */
    public enum PrefixCacheReset {
        /** Of a simulated server that this run alone uses, in virtual time; never of a server over HTTP. */
        OWN,
        /** Tried; what came of it is recorded. Not where reuse is the workload. */
        AUTO,
        NEVER,
        /** Without it the run ends. */
        REQUIRE
    }
}
