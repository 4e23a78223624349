package io.tidemark.app.cli.operate;

import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How long a sink keeps rows; an experiment's own retention ({@code tidemark admin store keep}) holds instead of it. */
final class RetentionOptions {
    @Option(
            names = "--request-retention",
            paramLabel = "TIME",
            defaultValue = "14d",
            description = "Retention of request rows. Default: ${DEFAULT-VALUE}")
    private Duration requests = Retention.DEFAULT.requests();

    @Option(
            names = "--full-resolution-retention",
            paramLabel = "TIME",
            defaultValue = "1d",
            description = "Retention of the windows of each second. Default: ${DEFAULT-VALUE}")
    private Duration seconds = Retention.DEFAULT.fullWindows();

    @Option(
            names = "--window-retention",
            paramLabel = "TIME",
            defaultValue = "180d",
            description = "Retention of windows, one per minute. Default: ${DEFAULT-VALUE}")
    private Duration windows = Retention.DEFAULT.windows();

    @Option(
            names = "--hourly-retention",
            paramLabel = "TIME",
            defaultValue = "800d",
            description = "Retention of the hours made of windows. Default: ${DEFAULT-VALUE}")
    private Duration hours = Retention.DEFAULT.hours();

    @Option(
            names = "--scrape-retention",
            paramLabel = "TIME",
            defaultValue = "14d",
            description = "Retention of server scrapes. Default: ${DEFAULT-VALUE}")
    private Duration servers = Retention.DEFAULT.servers();

    Retention retention() {
        Duration minutes = hours("--window-retention", windows);
        return Retention.DEFAULT
                .with(hours("--request-retention", requests), minutes, hours("--scrape-retention", servers))
                .withTiers(hours("--full-resolution-retention", seconds), minutes, hours("--hourly-retention", hours));
    }

    /**
     * The same time.
     *
     * @throws InvalidInputException if it is not whole hours, in which retention is kept
     */
    static Duration hours(String option, Duration time) {
        if (!time.equals(Duration.ofHours(time.toHours()))) {
            throw new InvalidInputException(option + " must be whole hours or days such as 12h or 30d but was "
                    + time.toString().substring(2).toLowerCase(Locale.ROOT));
        }
        return time;
    }
}
