package io.tidemark.app.cli.alerts;

import com.google.common.collect.ImmutableMap;
import com.google.common.collect.ImmutableSet;
import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.alerts.config.AlertsFile;
import io.tidemark.alerts.config.AlertsFileReader;
import io.tidemark.alerts.config.ReceiverConfig;
import io.tidemark.alerts.config.Route;
import io.tidemark.alerts.receiver.Notification;
import io.tidemark.alerts.receiver.Receiver;
import io.tidemark.alerts.receiver.SendResult;
import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Sha256;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Annotation;
import io.tidemark.sinks.store.alert.Mute;
import java.nio.file.Path;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.time.temporal.ChronoUnit;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark alerts}: the alerts there are, and who is notified of them. */
@Command(
        name = "alerts",
        description = "List and mute alerts; check and test who is notified.",
        footer = {
            "  tidemark alerts list",
            "  tidemark alerts check alerts.yaml",
            "  tidemark alerts test alerts.yaml --receiver chat"
        })
public final class AlertsCommand extends CommandGroup {
    public AlertsCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected List<Object> below() {
        return List.of(
                new AlertsListCommand(context),
                new MuteCommand(),
                new UnmuteCommand(),
                new CheckCommand(),
                new TestCommand());
    }

    @Command(
            name = "mute",
            description = {
                "Deliver no alert that has all of these labels, for a time.",
                "Without labels: no alert of the team. What still fires at the end is delivered then."
            },
            footer = {
                "  tidemark alerts mute target=gpu-1 --until 2h --reason 'driver upgrade'",
                "  tidemark alerts mute alertname=Regression experiment=h200 --until 2026-12-01T08:00:00Z --reason holiday"
            })
    private final class MuteCommand implements Runnable {
        private static final int ID_CHARACTERS = 8;

        @Parameters(arity = "0..*", paramLabel = "LABEL=VALUE", description = "Labels that an alert must have.")
        private Map<String, String> labels = new TreeMap<>();

        @Option(
                names = "--until",
                required = true,
                paramLabel = "TIME",
                description = "End: a duration from now such as 2h, or a time such as 2026-12-01T08:00:00Z.")
        private String until = "";

        @Option(names = "--reason", required = true, paramLabel = "TEXT", description = "Reason, for whoever asks.")
        private String reason = "";

        @Option(names = "--team", paramLabel = "NAME", description = "Team of the alerts. Default: ${DEFAULT-VALUE}")
        private String team = "default";

        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            Instant now = context.wallClock().instant();
            Instant end = end(now);
            if (!end.isAfter(now)) {
                throw new InvalidInputException("--until must be after now but was " + until);
            }
            String id = Sha256.hex(team + labels + now).substring(0, ID_CHARACTERS);
            AlertStore alerts =
                    context.resources().register(store.existing(context).openAlerts());
            alerts.mute(
                    new Mute(
                            OptionParser.team(team),
                            id,
                            ImmutableSortedMap.copyOf(labels),
                            now,
                            end,
                            reason,
                            context.user()),
                    AuditEvents.of(
                            context,
                            "alerts mute",
                            id,
                            Map.of("labels", labels.toString(), "until", end.toString(), "reason", reason)));
            context.terminal()
                    .printFormatted(
                            "muted until %s: %s%nTake it back with `tidemark alerts unmute %s`.",
                            ValueFormat.stamp(end),
                            labels.isEmpty()
                                    ? "every alert of team " + team
                                    : "alerts of team " + team + " with " + labels,
                            id);
        }

        private Instant end(Instant now) {
            try {
                return ValueTypes.duration(until).map(now::plus).orElseGet(() -> Instant.parse(until));
            } catch (DateTimeParseException e) {
                throw new InvalidInputException(
                        "--until must be a duration such as 2h or a time such as 2026-12-01T08:00:00Z but was "
                                + until);
            }
        }
    }

    @Command(
            name = "unmute",
            description = "End a mute: alerts that still fire are delivered.",
            footer = "  tidemark alerts unmute 3f9a01bc")
    private final class UnmuteCommand implements Runnable {
        @Parameters(paramLabel = "ID", description = "As `tidemark alerts mute` and `tidemark alerts list` print it.")
        private String id = "";

        @Option(names = "--team", paramLabel = "NAME", description = "Team of the mute. Default: ${DEFAULT-VALUE}")
        private String team = "default";

        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Override
        public void run() {
            AlertStore alerts =
                    context.resources().register(store.existing(context).openAlerts());
            if (!alerts.unmute(OptionParser.team(team), id, AuditEvents.of(context, "alerts unmute", id, Map.of()))) {
                throw new InvalidInputException(
                        "team " + team + " has no mute " + id + "; `tidemark alerts list` prints them");
            }
            context.terminal().printLine("mute " + id + " of team " + team + " has ended");
        }
    }

    @Command(
            name = "check",
            description = {
                "Read a file of receivers and routes, and say what it comes to.",
                "Exit code 2: it has problems, or a variable or file of a secret is missing; each is named with its line."
            },
            footer = "  tidemark alerts check alerts.yaml")
    private final class CheckCommand implements Runnable {
        @Parameters(paramLabel = "FILE", description = "Receivers, routes and rules, as docs/examples/alerts.yaml.")
        private Path file = Path.of("alerts.yaml");

        @Override
        public void run() {
            AlertsFile read = AlertsFileReader.read(file, context.environment());
            print(read, receivers(read).size());
        }

        private void print(AlertsFile read, int receivers) {
            Terminal terminal = context.terminal();
            terminal.printFormatted(
                    "%s: %d receivers, %d routes",
                    file, receivers, read.routes().size());
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

    @Command(
            name = "test",
            description = {
                "Send each receiver a test alert, first firing, then resolved.",
                "It pages whoever the receiver pages. Exit code 1: a receiver did not take it; 2: the file has problems."
            },
            footer = {"  tidemark alerts test alerts.yaml", "  tidemark alerts test alerts.yaml --receiver chat"})
    private final class TestCommand implements Callable<Integer> {
        @Parameters(paramLabel = "FILE", description = "Receivers, routes and rules, as docs/examples/alerts.yaml.")
        private Path file = Path.of("alerts.yaml");

        @Option(
                names = "--receiver",
                paramLabel = "NAME",
                description = "Only this receiver; repeatable. Default: all.")
        private List<String> names = List.of();

        @Override
        public Integer call() {
            AlertsFile read = AlertsFileReader.read(file, context.environment());
            refuseUnknown(read);
            Instant now = context.wallClock().instant().truncatedTo(ChronoUnit.MILLIS);
            boolean all = true;
            for (Receiver receiver : receivers(read)) {
                if (names.isEmpty() || names.contains(receiver.name())) {
                    all &= send(receiver, alert(now, AlertState.FIRING));
                    all &= send(receiver, alert(now, AlertState.RESOLVED));
                }
            }
            return (all ? ExitCode.OK : ExitCode.SLO_NOT_MET).code();
        }

        private void refuseUnknown(AlertsFile read) {
            Set<String> unknown = new HashSet<>(names);
            List<String> known =
                    read.receivers().stream().map(ReceiverConfig::name).toList();
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

    /** The receivers of a file, closed with the command. @throws InvalidInputException if a file that it names does not hold what it should */
    private List<Receiver> receivers(AlertsFile file) {
        List<Receiver> opened = OptionParser.parse("", () -> AlertsFileOptions.open(file, context));
        opened.forEach(context.resources()::register);
        return opened;
    }
}
