package io.tidemark.app.cli.operate;

import io.tidemark.producer.slo.ErrorBudgetChange;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** The error budget that an objective is to have. */
final class ErrorBudgetOptions {
    @Option(
            names = "--period",
            paramLabel = "DURATION",
            description = "Period of its error budget, such as 24h or 28d, or none. Default: the period of the replaced"
                    + " objective; a new one has no budget.")
    private @Nullable String period;

    @Option(
            names = "--burn",
            paramLabel = "RULE",
            description =
                    "A burn-rate rule, as in a plan, such as 'page 14.4x spends 2%%'; may be repeated. Default: with"
                            + " --period a plan's default rules, else those of the replaced objective.")
    private List<String> burn = new ArrayList<>();

    boolean isGiven() {
        return period != null || !burn.isEmpty();
    }

    ErrorBudgetChange apply() {
        return new ErrorBudgetChange(Optional.ofNullable(period), burn);
    }
}
