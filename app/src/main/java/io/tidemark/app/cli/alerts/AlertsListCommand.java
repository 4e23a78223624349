package io.tidemark.app.cli.alerts;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.alert.Alert;
import io.tidemark.sinks.store.alert.AlertState;
import io.tidemark.sinks.store.alert.AlertStore;
import io.tidemark.sinks.store.alert.Annotation;
import io.tidemark.sinks.store.alert.Delivery;
import io.tidemark.sinks.store.alert.Mute;
import java.util.List;
import java.util.Locale;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "list",
        description = "List active alerts, then the newest that ended, and who was notified.",
        footer = {"  tidemark alerts list", "  tidemark alerts list --team perf --limit 100 --json"})
final class AlertsListCommand implements Runnable {
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
        OptionParser.requireAtLeast("--limit", limit, 1);
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
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode listed = root.putArray("alerts");
        alerts.forEach(alert -> listed.add(json(alert, store.deliveries(alert.id()))));
        ArrayNode muted = root.putArray("mutes");
        mutes.forEach(mute -> muted.add(json(mute)));
        return root.toPrettyString();
    }

    private static ObjectNode json(Alert alert, List<Delivery> deliveries) {
        ObjectNode node = JsonNodeFactory.instance
                .objectNode()
                .put("fingerprint", alert.id().fingerprint())
                .put("state", alert.state().name());
        node.setAll(RecordJson.object(alert));
        node.remove(List.of("team", "updatedAt"));
        if (alert.endsAt().isEmpty() || alert.state() == AlertState.EVENT) {
            node.remove("endsAt");
        }
        ArrayNode sent = node.putArray("deliveries");
        deliveries.forEach(delivery -> sent.add(json(delivery)));
        return node;
    }

    private static ObjectNode json(Mute mute) {
        ObjectNode node = RecordJson.object(mute);
        node.remove("team");
        return node;
    }

    private static ObjectNode json(Delivery delivery) {
        ObjectNode node = JsonNodeFactory.instance.objectNode().put("receiver", delivery.receiver());
        node.setAll(RecordJson.object(delivery));
        node.remove(List.of("alert", "nextAttempt", "error"));
        if (delivery.finished().isEmpty()) {
            node.remove("finished");
        }
        return node.put("error", delivery.error());
    }
}
