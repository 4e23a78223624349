package io.tidemark.producer.run;

import io.tidemark.producer.plan.workload.WorkloadOptions;
import io.tidemark.producer.plan.workload.WorkloadOptions.PrefixCacheReset;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetControl.PrefixCounts;
import io.tidemark.producer.scrape.TargetControl.TargetCounters;
import io.tidemark.producer.scrape.TargetException;
import io.tidemark.producer.tally.PrefixCacheShare;
import io.tidemark.producer.tally.PrefixCacheTokens;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Watches over a server's prefix cache around each step: empties it before, if allowed, and compares its share with the plan's after. */
final class PrefixCacheCheck {
    private final WorkloadOptions options;
    private final TargetControl target;

    PrefixCacheCheck(WorkloadOptions options, TargetControl target) {
        this.options = options;
        this.target = target;
    }

    /** What was known before a step. */
    record Baseline(String reset, Optional<TargetCounters> counters) {
        Optional<PrefixCounts> counts() {
            return counters.flatMap(TargetCounters::prefix);
        }
    }

    /** @throws TargetException if the plan requires a reset and the server refuses it */
    Baseline beforeStep() throws InterruptedException {
        String reset = reset();
        return new Baseline(reset, target.counters());
    }

    private String reset() throws InterruptedException {
        PrefixCacheReset wanted = options.resetPrefixCache();
        if (!asks(wanted)) {
            return "";
        }
        TargetControl.Reset reset = target.resetPrefixCache();
        if (wanted == PrefixCacheReset.REQUIRE && !reset.done()) {
            throw new TargetException(
                    "workload.reset_prefix_cache is require, but the target did not reset its prefix cache: "
                            + reset.description());
        }
        return reset.description();
    }

    private boolean asks(PrefixCacheReset wanted) {
        return switch (wanted) {
            case NEVER -> false;
            case OWN -> target.isDedicated() && !options.reuse();
            case AUTO -> !options.reuse();
            case REQUIRE -> true;
        };
    }

    /** Compares; usage is about this load alone, the server's own counters are about all its clients and are second best. */
    PrefixCacheShare afterStep(Baseline before, PrefixCacheTokens tokens) throws InterruptedException {
        OptionalDouble usage = tokens.reportedShare();
        Optional<Double> counted = usage.isPresent() ? Optional.empty() : countedShare(before);
        OptionalDouble measured =
                usage.isPresent() ? usage : counted.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
        String source = usage.isPresent() ? "usage" : counted.isPresent() ? "metrics" : "";
        return new PrefixCacheShare(tokens.plannedShare(), measured, source, before.reset(), flags(tokens, measured));
    }

    private Optional<Double> countedShare(Baseline before) throws InterruptedException {
        Optional<PrefixCounts> now = target.counters().flatMap(TargetCounters::prefix);
        return before.counts()
                .flatMap(then -> now.flatMap(later -> later.since(then)))
                .map(PrefixCounts::share);
    }

    private List<String> flags(PrefixCacheTokens tokens, OptionalDouble measured) {
        OptionalDouble planned = tokens.plannedShare();
        List<String> flags = new ArrayList<>();
        if (tokens.contradictory() > 0) {
            flags.add("answers whose usage counts more cached tokens than prompt tokens: "
                    + ValueText.count(tokens.contradictory()) + " of " + ValueText.count(tokens.answered())
                    + "; the usage is wrong: it does not say what the prefix cache served");
        }
        if (planned.isPresent() && measured.isPresent()) {
            double gap = measured.getAsDouble() - planned.getAsDouble();
            if (Math.abs(gap) > options.cacheShareLimit()) {
                flags.add(String.format(
                        Locale.ROOT,
                        "the prefix cache served %.0f %% of the prompt tokens where the workload repeats %.0f %%: the figures"
                                + " describe %s cache than planned%s",
                        100 * measured.getAsDouble(),
                        100 * planned.getAsDouble(),
                        gap > 0 ? "a warmer" : "a colder",
                        missing(tokens)));
            }
        }
        return flags;
    }

    private static String missing(PrefixCacheTokens tokens) {
        return tokens.unanswered() == 0
                ? ""
                : " (%d of %d measured requests were not ok and may not have filled it)"
                        .formatted(tokens.unanswered(), tokens.ended());
    }
}
