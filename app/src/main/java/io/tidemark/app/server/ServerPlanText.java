package io.tidemark.app.server;

import io.tidemark.app.process.OperationContext;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.server.EnvironmentEntry;
import io.tidemark.producer.plan.server.ServerPlan;
import io.tidemark.servers.process.ShellWords;
import java.net.URI;
import java.util.ArrayList;
import java.util.List;

/** What {@code tidemark plan} shows of a plan's servers: the command line of each phase, and its environment with where each value is from. */
public record ServerPlanText(OperationContext context) {
    /** Where servers listen of a plan that names no target. */
    public static final URI NO_TARGET = URI.create("http://127.0.0.1:8000");

    /** Lines; none for a plan that starts no server. */
    public List<String> lines(Plan plan) {
        List<String> lines = new ArrayList<>();
        TargetPlan target = plan.targets().isEmpty()
                ? TargetPlan.at(NO_TARGET, "")
                : plan.targets().get(0);
        List<EnvironmentEntry> before = List.of();
        for (PhasePlan phase : plan.phases()) {
            if (phase.server().isPresent()) {
                ServerPlan server = phase.server().get();
                lines.add("phase " + phase.name() + ", " + server.recipe().key() + ": " + command(plan, phase, target));
                if (!server.environment().equals(before)) {
                    lines.addAll(table(server.environment()));
                }
                before = server.environment();
                phase.after()
                        .forEach(command -> lines.add("  after " + command.name() + ": "
                                + ShellWords.join(command.command().words())));
            }
        }
        return lines;
    }

    private String command(Plan plan, PhasePlan phase, TargetPlan target) {
        try {
            String words = PhaseServers.commandLine(context, plan, phase, target);
            return words.isEmpty() ? "(no command line of its own)" : words;
        } catch (IllegalArgumentException e) {
            return "(" + e.getMessage() + ")";
        }
    }

    private static List<String> table(List<EnvironmentEntry> environment) {
        int names = environment.stream()
                .mapToInt(entry -> entry.name().length())
                .max()
                .orElse(0);
        int values = environment.stream()
                .mapToInt(entry -> entry.value().shown().length())
                .max()
                .orElse(0);
        String format = "  %-" + Math.max(1, names) + "s  %-" + Math.max(1, values) + "s  %s";
        return environment.stream()
                .map(entry -> format.formatted(entry.name(), entry.value().shown(), entry.origin()))
                .toList();
    }
}
