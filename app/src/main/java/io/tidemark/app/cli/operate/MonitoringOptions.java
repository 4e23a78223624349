package io.tidemark.app.cli.operate;

import io.tidemark.app.health.MonitoringAddress;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.process.Terminal;
import io.tidemark.reports.exit.CommandException;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and where a process tells how it is. */
public final class MonitoringOptions {
    @Option(
            names = "--http",
            paramLabel = "[HOST:]PORT",
            description =
                    "Address for /metrics, /health and /health/live; without HOST on loopback only. Default: off.")
    private @Nullable String address;

    @Option(
            names = "--kafka-meters",
            description = "Include Kafka's own meters in /metrics, some hundred per team and process.")
    private boolean kafkaMeters;

    /** Opens the meters, which {@code closer} closes. @throws CommandException if the address is none */
    public ProcessMonitoring open(ResourceScope closer) {
        try {
            return ProcessMonitoring.open(closer, Optional.ofNullable(address).map(MonitoringAddress::parse));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--http " + e.getMessage());
        }
    }

    boolean kafkaMeters() {
        return kafkaMeters;
    }

    public void printAddress(Terminal terminal, String url) {
        terminal.printFormatted("  %s/health  %s/metrics", url, url);
    }
}
