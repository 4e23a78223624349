package io.tidemark.app.cli.measure;

import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.analysis.search.SearchRange;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.search.PlanFactory;
import io.tidemark.app.search.SearchRequest;
import io.tidemark.events.LoadKind;
import io.tidemark.producer.plan.Plan;
import io.tidemark.reports.failure.InvalidInputException;
import java.time.Duration;
import java.util.Locale;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** What is searched for, where, how finely and for how long. */
final class SearchOptions {
    private static final double PERCENT = 100;
    private static final int PROBES_OF_A_BUDGET = 10;

    @Option(
            names = "--load",
            paramLabel = "rate|concurrency",
            description = "Kind of load to search for. Default: that of the plan's first step.")
    private @Nullable String load;

    @Option(
            names = "--from",
            paramLabel = "LOAD",
            description = "First load; choose a low one. Default: the lowest of the plan's steps.")
    private @Nullable Double from;

    @Option(names = "--to", paramLabel = "LOAD", description = "Highest load to try. Default: no limit.")
    private @Nullable Double to;

    @Option(
            names = "--resolution",
            paramLabel = "PERCENT",
            defaultValue = "10",
            description = "End when the interval is this narrow. Default: ${DEFAULT-VALUE}")
    private double resolution = 10;

    @Option(
            names = "--budget",
            paramLabel = "TIME",
            defaultValue = "60m",
            description =
                    "Time limit of the search. The result is the interval at that time. Default: ${DEFAULT-VALUE}")
    private Duration budget = Duration.ofMinutes(60);

    @Option(
            names = "--max-probe-duration",
            paramLabel = "TIME",
            description = "Maximum duration of a probe. Default: a tenth of the budget.")
    private @Nullable Duration longest;

    /** @throws InvalidInputException if the plan has nothing to search by, or an option breaks its rule */
    SearchRequest order(Plan plan, PlanFactory maker) {
        if (plan.objectives().isEmpty()) {
            throw new InvalidInputException(
                    "slo.objectives must have at least one objective to search for a load that keeps it");
        }
        LoadKind kind = kind(plan);
        return new SearchRequest(plan, maker, kind, range(plan, kind), to != null, rules(plan, kind), budget);
    }

    private LoadKind kind(Plan plan) {
        if (load == null) {
            return plan.steps().get(0).loadKind();
        }
        return switch (load.toLowerCase(Locale.ROOT)) {
            case "rate" -> LoadKind.RATE;
            case "concurrency" -> LoadKind.CONCURRENCY;
            default -> throw new InvalidInputException("--load must be rate or concurrency but was " + load);
        };
    }

    private SearchRange range(Plan plan, LoadKind kind) {
        double first = from == null ? lowest(plan, kind) : from;
        double last = to == null ? first * SearchRequest.WIDE : to;
        return OptionParser.parse(
                "--from, --to, --resolution: ",
                () -> SearchRequest.range(plan, kind, first, last, resolution / PERCENT));
    }

    private static double lowest(Plan plan, LoadKind kind) {
        return SearchRequest.lowestLoad(plan, kind)
                .orElseThrow(
                        () -> new InvalidInputException("--from must give the first load: no step of the plan has a "
                                + (kind == LoadKind.CONCURRENCY ? "concurrency" : "rate")));
    }

    private ProbeRules rules(Plan plan, LoadKind kind) {
        if (longest != null && longest.toSeconds() < ProbeRules.MIN_SECONDS) {
            throw new InvalidInputException(
                    "--max-probe-duration must be at least %d s but was %d s: no load is decided earlier"
                            .formatted(ProbeRules.MIN_SECONDS, longest.toSeconds()));
        }
        long seconds = longest == null
                ? Math.max(ProbeRules.MIN_SECONDS, budget.toSeconds() / PROBES_OF_A_BUDGET)
                : longest.toSeconds();
        return SearchRequest.rules(plan, kind, (int) seconds);
    }
}
