package io.tidemark.app.cli.alerts;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.Route;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import java.nio.file.Path;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Parameters;

/** {@code tidemark alerts check}: reads a file as the dispatcher does, and sends nothing. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Read a file of receivers and routes, and say what it comes to.",
            "Exit code 2: it has problems, or a variable or file of a secret is missing; each is named with its line."
        },
        footerHeading = "%nExamples:%n",
        footer = "  tidemark alerts check alerts.yaml")
final class AlertsCheckCommand implements Runnable {
    private final CommandContext context;

    @Parameters(paramLabel = "FILE", description = "Receivers, routes and rules, as docs/examples/alerts.yaml.")
    private Path file = Path.of("alerts.yaml");

    AlertsCheckCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        AlertsFile read = AlertsFileReader.read(file, context.environment());
        try (OpenedReceivers opened = OpenedReceivers.of(read, context)) {
            print(read, opened.all().size());
        }
    }

    private void print(AlertsFile read, int receivers) {
        Terminal terminal = context.terminal();
        terminal.printFormatted(
                "%s: %d receivers, %d routes", file, receivers, read.routes().size());
        for (ReceiverConfig receiver : read.receivers()) {
            terminal.printFormatted(
                    "  receiver %-16s %-12s %s",
                    receiver.name(), receiver.kind().key(), receiver.kind().place());
        }
        for (Route route : read.routes()) {
            terminal.printFormatted(
                    "  route    %s -> %s%s",
                    matches(route.match()),
                    String.join(", ", route.receivers()),
                    route.goOn() ? ", then the next routes" : "");
        }
        if (read.routes().stream().noneMatch(route -> route.match().isEmpty())) {
            terminal.printLine("  no route matches every alert: nobody is notified of those that match none");
        }
    }

    private static String matches(ImmutableMap<String, ImmutableSet<String>> match) {
        if (match.isEmpty()) {
            return "every alert";
        }
        return match.entrySet().stream()
                .map(one -> one.getKey() + " " + String.join("|", one.getValue()))
                .collect(Collectors.joining(", "));
    }
}
