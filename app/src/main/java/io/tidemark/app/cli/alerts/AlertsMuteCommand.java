package io.tidemark.app.cli.alerts;

import com.google.common.collect.ImmutableSortedMap;
import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Sha256;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Mute;
import java.time.Instant;
import java.time.format.DateTimeParseException;
import java.util.Map;
import java.util.TreeMap;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark alerts mute}: alerts with these labels are not delivered for a time. */
@Command(
        name = "mute",
        mixinStandardHelpOptions = true,
        description = {
            "Deliver no alert that has all of these labels, for a time.",
            "Without labels: no alert of the team. What still fires at the end is delivered then."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark alerts mute target=gpu-1 --until 2h --reason 'driver upgrade'",
            "  tidemark alerts mute alertname=Regression experiment=h200 --until 2026-12-01T08:00:00Z --reason holiday"
        })
final class AlertsMuteCommand implements Runnable {
    private static final int ID_CHARACTERS = 8;

    private final CommandContext context;

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

    AlertsMuteCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        Instant now = context.wallClock().instant();
        Instant end = end(now);
        if (!end.isAfter(now)) {
            throw new InvalidInputException("--until must be after now but was " + until);
        }
        String id = Sha256.hex(team + labels + now).substring(0, ID_CHARACTERS);
        AlertStore alerts = context.resources().register(store.existing(context).openAlerts());
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
                        labels.isEmpty() ? "every alert of team " + team : "alerts of team " + team + " with " + labels,
                        id);
    }

    private Instant end(Instant now) {
        try {
            return ValueTypes.duration(until).map(now::plus).orElseGet(() -> Instant.parse(until));
        } catch (DateTimeParseException e) {
            throw new InvalidInputException(
                    "--until must be a duration such as 2h or a time such as 2026-12-01T08:00:00Z but was " + until);
        }
    }
}
