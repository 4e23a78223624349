package io.tidemark.app.cli.alerts;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.receiver.Notification;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.Annotation;
import java.nio.file.Path;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark alerts test}: sends each receiver one alert that fires and is resolved at once. */
@Command(
        name = "test",
        mixinStandardHelpOptions = true,
        description = {
            "Send each receiver a test alert, first firing, then resolved.",
            "It pages whoever the receiver pages. Exit code 1: a receiver did not take it; 2: the file has problems."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark alerts test alerts.yaml", "  tidemark alerts test alerts.yaml --receiver chat"})
final class AlertsTestCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "FILE", description = "Receivers, routes and rules, as docs/examples/alerts.yaml.")
    private Path file = Path.of("alerts.yaml");

    @Option(names = "--receiver", paramLabel = "NAME", description = "Only this receiver; repeatable. Default: all.")
    private List<String> names = List.of();

    AlertsTestCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() {
        AlertsFile read = AlertsFileReader.read(file, context.environment());
        refuseUnknown(read);
        Instant now = context.wallClock().instant().truncatedTo(ChronoUnit.MILLIS);
        boolean all = true;
        try (OpenedReceivers opened = OpenedReceivers.of(read, context)) {
            for (Receiver receiver : opened.all()) {
                if (names.isEmpty() || names.contains(receiver.name())) {
                    all &= send(receiver, alert(now, AlertState.FIRING));
                    all &= send(receiver, alert(now, AlertState.RESOLVED));
                }
            }
        }
        return (all ? ExitCode.OK : ExitCode.SLO_NOT_MET).code();
    }

    private void refuseUnknown(AlertsFile read) {
        Set<String> unknown = new HashSet<>(names);
        List<String> known = read.receivers().stream().map(ReceiverConfig::name).toList();
        known.forEach(unknown::remove);
        if (!unknown.isEmpty()) {
            throw new InvalidInputException(
                    "--receiver must be one of " + known + " but was " + String.join(", ", unknown));
        }
    }

    private boolean send(Receiver receiver, Notification notification) {
        String status = notification.status().name().toLowerCase(Locale.ROOT);
        if (!receiver.takes(notification)) {
            print(receiver, status, "not sent: it takes no such alert (GitHub needs a run with a commit)");
            return true;
        }
        SendResult result = receiver.send(List.of(notification));
        print(receiver, status, description(result));
        return result instanceof SendResult.Delivered;
    }

    private void print(Receiver receiver, String status, String result) {
        context.terminal().printFormatted("%-16s %-9s %s", receiver.name(), status, result);
    }

    private static String description(SendResult result) {
        if (result instanceof SendResult.Retry retry) {
            return "FAILED, would be tried again: " + retry.reason();
        }
        return result instanceof SendResult.Rejected rejected ? "REFUSED: " + rejected.reason() : "delivered";
    }

    private static Notification alert(Instant now, AlertState state) {
        ImmutableSortedMap<String, String> labels =
                ImmutableSortedMap.of(Alert.ALERTNAME, "TestAlert", Alert.SEVERITY, "info", "experiment", "test");
        ImmutableSortedMap<String, String> annotations = ImmutableSortedMap.of(
                Annotation.SUMMARY,
                "a test of this receiver by tidemark alerts test; nothing is wrong",
                Annotation.SINCE,
                now.toString());
        Optional<Instant> end = state == AlertState.RESOLVED ? Optional.of(now) : Optional.empty();
        Alert alert = new Alert(new Team("test"), labels, now, end, state, "", 1, now, annotations, "");
        return new Notification(alert, state);
    }
}
