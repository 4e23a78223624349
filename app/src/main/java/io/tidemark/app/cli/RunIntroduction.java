package io.tidemark.app.cli;

import io.tidemark.app.Terminal;
import io.tidemark.app.run.PlanLength;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.stack.Connection;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.scrape.TargetProbe;
import java.util.stream.Collectors;

/** What the terminal says of a run before its load begins: target, plan, duration, objectives and where its events go. */
record RunIntroduction(Terminal terminal) {
    private static final int HASH_DIGITS = 8;

    void print(RunRequest request, TargetProbe.Probed probed, Connection connection) {
        Plan plan = request.plan();
        terminal.sayf(
                "  target    %s  %s%s",
                probed.target().url(),
                probed.version().map(version -> "version " + version + "  ").orElse(""),
                probed.target().model());
        terminal.sayf(
                "  plan      %s / %s   %d steps   workload %s",
                plan.experiment(),
                request.phase().name(),
                plan.steps().size(),
                plan.workloadHash().substring(0, HASH_DIGITS));
        terminal.sayf("  takes     %s", PlanLength.of(plan).words(plan.steps().size()));
        terminal.sayf("  SLO       %s", plan.objectives().isEmpty() ? "none" : objectives(plan));
        plan.objectives().stream()
                .filter(objective -> !objective.getBurnRules().isEmpty())
                .map(SloWords::budget)
                .distinct()
                .forEach(words -> terminal.sayf("  budget    %s", words));
        terminal.sayf("  publish   kafka %s, team %s", connection.bootstrapServers(), request.team());
    }

    private static String objectives(Plan plan) {
        return plan.objectives().stream().map(ObjectiveState::getName).collect(Collectors.joining("   "));
    }
}
