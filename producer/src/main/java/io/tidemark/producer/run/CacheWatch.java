package io.tidemark.producer.run;

import io.tidemark.producer.plan.WorkloadOptions;
import io.tidemark.producer.plan.WorkloadOptions.PrefixCacheReset;
import io.tidemark.producer.scrape.TargetControl;
import io.tidemark.producer.scrape.TargetControl.Counted;
import io.tidemark.producer.scrape.TargetControl.PrefixCounts;
import io.tidemark.producer.scrape.TargetException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.OptionalDouble;

/** Watches over a server's prefix cache around each step: empties it before, if allowed, and compares its share with the plan's after. */
final class CacheWatch {
    private final WorkloadOptions options;
    private final TargetControl target;

    CacheWatch(WorkloadOptions options, TargetControl target) {
        this.options = options;
        this.target = target;
    }

    /** What was known before a step. */
    record Before(String reset, Optional<Counted> counted) {
        Optional<PrefixCounts> counts() {
            return counted.flatMap(Counted::prefix);
        }
    }

    /** @throws TargetException if the plan requires a reset and the server refuses it */
    Before beforeStep() throws InterruptedException {
        String reset = reset();
        return new Before(reset, target.counted());
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
                            + reset.words());
        }
        return reset.words();
    }

    private boolean asks(PrefixCacheReset wanted) {
        return switch (wanted) {
            case NEVER -> false;
            case OWN -> target.isOfThisRunAlone() && !options.reuse();
            case AUTO -> !options.reuse();
            case REQUIRE -> true;
        };
    }

    /** Compares; usage is about this load alone, the server's own counters are about all its clients and are second best. */
    CacheShare afterStep(Before before, CacheTokens tokens) throws InterruptedException {
        OptionalDouble told = tokens.toldShare();
        Optional<Double> counted = told.isPresent() ? Optional.empty() : countedShare(before);
        OptionalDouble measured =
                told.isPresent() ? told : counted.map(OptionalDouble::of).orElseGet(OptionalDouble::empty);
        String source = told.isPresent() ? "usage" : counted.isPresent() ? "metrics" : "";
        return new CacheShare(tokens.plannedShare(), measured, source, before.reset(), flags(tokens, measured));
    }

    private Optional<Double> countedShare(Before before) throws InterruptedException {
        Optional<PrefixCounts> now = target.counted().flatMap(Counted::prefix);
        return before.counts()
                .flatMap(then -> now.flatMap(later -> later.since(then)))
                .map(PrefixCounts::share);
    }

    private List<String> flags(CacheTokens tokens, OptionalDouble measured) {
        OptionalDouble planned = tokens.plannedShare();
        List<String> flags = new ArrayList<>();
        if (planned.isPresent() && measured.isPresent()) {
            double gap = measured.getAsDouble() - planned.getAsDouble();
            if (Math.abs(gap) > options.cacheShareLimit()) {
                flags.add(String.format(
                        Locale.ROOT,
                        "%.0f %% of the prompt tokens came from the prefix cache where the workload repeats %.0f %%: the figures are"
                                + " of %s cache than planned%s",
                        100 * measured.getAsDouble(),
                        100 * planned.getAsDouble(),
                        gap > 0 ? "a warmer" : "a colder",
                        missing(tokens)));
            }
        }
        return flags;
    }

    private static String missing(CacheTokens tokens) {
        return tokens.unanswered() == 0
                ? ""
                : " (%d of %d requests were not ok and may have left nothing in it)"
                        .formatted(tokens.unanswered(), tokens.ended());
    }
}
