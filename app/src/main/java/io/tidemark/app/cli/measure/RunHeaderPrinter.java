package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.progress.ProgressOutput;
import io.tidemark.app.cli.shared.SloFormat;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.run.PlanDuration;
import io.tidemark.app.run.RunRequest;
import io.tidemark.events.ObjectiveState;
import io.tidemark.producer.plan.Balance;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.producer.scrape.TargetProbe.ProbeResult;
import io.tidemark.producer.yaml.ValueTypes;
import io.tidemark.schemas.ValueText;
import java.util.stream.Collectors;

/** What the terminal says of a run before its load begins: target, plan, duration, objectives and where its events go. */
record RunHeaderPrinter(ProgressOutput output) {
    private static final int HASH_DIGITS = 8;

    void print(RunRequest request, RunTargets probed, String destination) {
        Plan plan = request.plan();
        Terminal terminal = output.terminal();
        probed.all().forEach(target -> terminal.printFormatted("  target    %s", of(target)));
        if (probed.areSeveral()) {
            terminal.printFormatted("  balance   %s", balance(request, probed));
        }
        terminal.printFormatted(
                "  plan      %s / %s   %s",
                plan.experiment(),
                request.phase().name(),
                ValueText.count(plan.steps().size(), "step"));
        output.detail("  workload  hash " + plan.workloadHash().substring(0, HASH_DIGITS));
        terminal.printFormatted(
                "  takes     %s", PlanDuration.of(plan).format(plan.steps().size()));
        terminal.printFormatted("  SLO       %s", plan.objectives().isEmpty() ? "none" : objectives(plan));
        plan.objectives().stream()
                .filter(objective -> !objective.getBurnRules().isEmpty())
                .map(SloFormat::budgetText)
                .distinct()
                .forEach(description -> terminal.printFormatted("  budget    %s", description));
        output.detail("  events    " + destination + ", team " + request.team());
    }

    /** The targets in one line. */
    static String of(RunTargets probed) {
        return probed.plans().stream()
                .map(target -> target.url() + "  " + target.model())
                .collect(Collectors.joining(", "));
    }

    private static String of(ProbeResult probed) {
        return probed.target().url() + "  "
                + probed.version().map(version -> "version " + version + "  ").orElse("")
                + probed.target().model();
    }

    private static String balance(RunRequest request, RunTargets probed) {
        Balance balance = request.phase().balance().orElse(request.plan().balance());
        return ValueTypes.word(balance)
                + (balance == Balance.ROUND_ROBIN
                        ? ""
                        : probed.plans().stream()
                                .map(target -> Integer.toString(target.weight()))
                                .collect(Collectors.joining(":", " ", "")));
    }

    private static String objectives(Plan plan) {
        return plan.objectives().stream().map(ObjectiveState::getName).collect(Collectors.joining("   "));
    }
}
