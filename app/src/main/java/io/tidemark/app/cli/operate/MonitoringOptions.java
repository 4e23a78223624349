package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.HttpSecurityOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.health.Health;
import io.tidemark.app.health.MonitoringAccess;
import io.tidemark.app.health.ProcessMonitoring;
import io.tidemark.web.server.ListenAddress;
import java.util.Optional;
import java.util.concurrent.CountDownLatch;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whether and where a process publishes its health and metrics, and to whom. */
public final class MonitoringOptions {
    @Option(
            names = "--http",
            paramLabel = "[HOST:]PORT",
            description =
                    "Address for /metrics, /health and /health/live; without HOST on loopback only. Default: off.")
    private @Nullable String address;

    @Mixin
    private final HttpSecurityOptions security = new HttpSecurityOptions();

    @Option(
            names = "--kafka-meters",
            description = "Include Kafka's own meters in /metrics, some hundred per team and process.")
    private boolean kafkaMeters;

    /** Opens the meters, which are closed with the command. @throws OperationException if the address is none, or open to others without protection */
    public ProcessMonitoring open(CommandContext context) {
        return ProcessMonitoring.open(
                context.resources(), Optional.ofNullable(address).map(text -> access(text, context)));
    }

    private MonitoringAccess access(String text, CommandContext context) {
        ListenAddress where = OptionParser.parse("--http ", () -> ListenAddress.parse(text));
        return new MonitoringAccess(where, security.of("--http", where, context));
    }

    boolean kafkaMeters() {
        return kafkaMeters;
    }

    /** Serves the pages, if an address is configured, and says where. */
    public void serve(ProcessMonitoring seen, Terminal terminal, Supplier<Health> health) {
        seen.serve(health).ifPresent(url -> terminal.printFormatted("  %s/health  %s/metrics", url, url));
    }

    /** The same, until the process is asked to stop. @return the exit code */
    int serveForever(ProcessMonitoring seen, Terminal terminal, Supplier<Health> health) throws InterruptedException {
        serve(seen, terminal, health);
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }
}
