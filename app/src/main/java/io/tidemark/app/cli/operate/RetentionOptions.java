package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.AgeConverter;
import io.tidemark.sinks.store.retention.Retention;
import java.time.Duration;
import picocli.CommandLine.Option;

/** How long a sink keeps rows; an experiment's own retention ({@code tidemark store keep}) holds instead of it. */
final class RetentionOptions {
    @Option(
            names = "--keep-requests",
            paramLabel = "AGE",
            defaultValue = "14d",
            converter = AgeConverter.class,
            description = "How long one row per request is kept. Default: ${DEFAULT-VALUE}")
    private Duration requests = Retention.DEFAULT.requests();

    @Option(
            names = "--keep-windows",
            paramLabel = "AGE",
            defaultValue = "180d",
            converter = AgeConverter.class,
            description = "How long windows are kept, after a day one a minute. Default: ${DEFAULT-VALUE}")
    private Duration windows = Retention.DEFAULT.windows();

    @Option(
            names = "--keep-servers",
            paramLabel = "AGE",
            defaultValue = "14d",
            converter = AgeConverter.class,
            description = "How long scrapes of servers are kept. Default: ${DEFAULT-VALUE}")
    private Duration servers = Retention.DEFAULT.servers();

    Retention retention() {
        return Retention.DEFAULT.with(requests, windows, servers);
    }
}
