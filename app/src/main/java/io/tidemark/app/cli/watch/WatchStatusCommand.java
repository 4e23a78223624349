package io.tidemark.app.cli.watch;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.cli.watch.WatchCommand.WatchedTeamOptions;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.format.ValueFormat;
import java.time.Instant;
import java.util.Collection;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

@Command(
        name = "status",
        description = "List the watched plans of a team with their last and next runs.",
        footer = {"  tidemark watch status", "  tidemark watch status --team perf --json"})
final class WatchStatusCommand implements Runnable {
    private final CommandContext context;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final WatchedTeamOptions plans = new WatchedTeamOptions();

    WatchStatusCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        Collection<WatchState> states = plans.watched(plans.connection(context)).values();
        Terminal terminal = context.terminal();
        if (json) {
            terminal.printLine(json(states).toString());
            return;
        }
        if (states.isEmpty()) {
            terminal.printLine("team " + plans.team() + " has no watched plans");
        }
        states.forEach(state -> print(terminal, state));
    }

    private static void print(Terminal terminal, WatchState state) {
        terminal.printFormatted(
                "%s  %s%s", state.getWatch(), lower(state.getActivity().name()), description(state.getDescription()));
        terminal.printFormatted("  target    %s, watched by %s", state.getTarget(), state.getWatcher());
        terminal.printFormatted(
                "  schedule  %s%s",
                state.getSchedule(),
                Optional.ofNullable(state.getNextDue())
                        .map(due -> ", next " + ValueFormat.stamp(due))
                        .orElse(""));
        terminal.printFormatted("  last run  %s", state.getLastRun().isEmpty() ? "none" : state.getLastRun());
        if (!state.getBaseline().isEmpty()) {
            terminal.printFormatted(
                    "  baseline  %s: %s%s",
                    state.getBaseline(),
                    state.getVerdict() == WatchVerdict.UNKNOWN
                            ? state.getEvidence().isEmpty() ? "not compared yet" : "no verdict"
                            : lower(state.getVerdict().name()) + confirmations(state),
                    description(state.getEvidence()));
        }
    }

    private static String confirmations(WatchState state) {
        return state.getVerdict() == WatchVerdict.SUSPECTED
                ? ", " + state.getConfirmingRuns().size() + " of " + state.getConfirmationsWanted() + " confirming runs"
                : "";
    }

    private static String description(String text) {
        return text.isEmpty() ? "" : ": " + text;
    }

    private static String lower(String constant) {
        return constant.toLowerCase(Locale.ROOT);
    }

    private static JsonNode json(Collection<WatchState> states) {
        ObjectNode root = JsonNodeFactory.instance.objectNode();
        ArrayNode plans = root.putArray("plans");
        for (WatchState state : states) {
            ObjectNode plan = plans.addObject();
            plan.put("name", state.getWatch());
            plan.put("activity", state.getActivity().name());
            plan.put("description", state.getDescription());
            plan.put("target", state.getTarget());
            plan.put("watcher", state.getWatcher());
            plan.put("schedule", state.getSchedule());
            plan.put("nextDue", text(state.getNextDue()));
            plan.put("lastRun", state.getLastRun());
            plan.put("baseline", state.getBaseline());
            plan.put("verdict", state.getVerdict().name());
            plan.put("suspectRun", state.getSuspectRun());
            ArrayNode confirming = plan.putArray("confirmingRuns");
            state.getConfirmingRuns().forEach(confirming::add);
            plan.put("confirmationsWanted", state.getConfirmationsWanted());
            plan.put("evidence", state.getEvidence());
        }
        return root;
    }

    private static @Nullable String text(@Nullable Instant moment) {
        return moment == null ? null : moment.toString();
    }
}
