package io.tidemark.app.cli.alerts;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Annotation;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark alerts list}: active alerts, then the newest that ended, with who was notified. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "List active alerts, then the newest that ended, and who was notified.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark alerts list", "  tidemark alerts list --team perf --limit 100 --json"})
final class AlertsListCommand implements Runnable {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final CommandContext context;

    @Option(names = "--team", paramLabel = "NAME", description = "Team of the alerts. Default: ${DEFAULT-VALUE}")
    private String team = "default";

    @Option(names = "--limit", paramLabel = "N", description = "How many alerts at most. Default: ${DEFAULT-VALUE}.")
    private int limit = 20;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    AlertsListCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        if (limit < 1) {
            throw new InvalidInputException("--limit must be >= 1 but was " + limit);
        }
        Team owner = OptionParser.team(team);
        AlertStore alerts = context.resources().register(store.existing(context).openAlerts());
        List<Alert> listed = alerts.newest(owner, limit);
        List<Mute> mutes = alerts.mutes(owner, context.wallClock().instant());
        if (json) {
            context.terminal().printLine(json(alerts, listed, mutes));
            return;
        }
        Terminal terminal = context.terminal();
        if (listed.isEmpty()) {
            terminal.printLine("team " + owner + " has no alerts");
        }
        listed.forEach(alert -> print(terminal, alert, alerts.deliveries(alert.id())));
        mutes.forEach(mute -> terminal.printFormatted(
                "muted until %s by %s: %s (%s, %s)",
                ValueFormat.stamp(mute.until()), mute.by(), mute.reason(), mute.id(), labels(mute)));
    }

    private static void print(Terminal terminal, Alert alert, List<Delivery> deliveries) {
        terminal.printFormatted(
                "%-8s  %-6s  %s  %-13s  %s",
                alert.state(),
                alert.severity(),
                ValueFormat.stamp(alert.startsAt()),
                alert.name(),
                alert.annotations().getOrDefault(Annotation.SUMMARY, ""));
        if (!alert.reason().isEmpty()) {
            terminal.printLine("          " + alert.reason());
        }
        if (!alert.inhibitedBy().isEmpty()) {
            terminal.printLine("          held back: another alert explains it");
        }
        deliveries.forEach(delivery -> terminal.printFormatted(
                "          %s %s: %s%s",
                delivery.receiver(),
                delivery.status().name().toLowerCase(Locale.ROOT),
                delivery.state().name().toLowerCase(Locale.ROOT),
                delivery.error().isEmpty() ? "" : " (" + delivery.error() + ")"));
    }

    private static String labels(Mute mute) {
        return mute.labels().isEmpty() ? "every alert of the team" : "alerts with " + mute.labels();
    }

    private static String json(AlertStore store, List<Alert> alerts, List<Mute> mutes) {
        Map<String, Object> root = new LinkedHashMap<>();
        root.put(
                "alerts",
                alerts.stream()
                        .map(alert -> json(alert, store.deliveries(alert.id())))
                        .toList());
        root.put("mutes", mutes.stream().map(AlertsListCommand::json).toList());
        try {
            return JSON.writerWithDefaultPrettyPrinter().writeValueAsString(root);
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("alerts cannot be written as JSON", e);
        }
    }

    private static Map<String, Object> json(Alert alert, List<Delivery> deliveries) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("fingerprint", alert.id().fingerprint());
        object.put("state", alert.state().name());
        object.put("labels", alert.labels());
        object.put("startsAt", alert.startsAt().toString());
        alert.endsAt()
                .filter(end -> alert.state() != AlertState.EVENT)
                .ifPresent(end -> object.put("endsAt", end.toString()));
        object.put("reason", alert.reason());
        object.put("revision", alert.revision());
        object.put("annotations", alert.annotations());
        object.put("inhibitedBy", alert.inhibitedBy());
        object.put(
                "deliveries", deliveries.stream().map(AlertsListCommand::json).toList());
        return object;
    }

    private static Map<String, Object> json(Delivery delivery) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("receiver", delivery.receiver());
        object.put("status", delivery.status().name());
        object.put("state", delivery.state().name());
        object.put("attempts", delivery.attempts());
        object.put("created", delivery.created().toString());
        delivery.finished().ifPresent(at -> object.put("finished", at.toString()));
        object.put("error", delivery.error());
        return object;
    }

    private static Map<String, Object> json(Mute mute) {
        Map<String, Object> object = new LinkedHashMap<>();
        object.put("id", mute.id());
        object.put("labels", mute.labels());
        object.put("from", mute.from().toString());
        object.put("until", mute.until().toString());
        object.put("reason", mute.reason());
        object.put("by", mute.by());
        return object;
    }
}
