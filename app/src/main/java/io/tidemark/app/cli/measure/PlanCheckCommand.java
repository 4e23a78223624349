package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.TargetOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.run.PlanDuration;
import io.tidemark.app.server.ServerPlanText;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.SweepPlan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.yaml.InvalidYamlException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark plan check}: reads plans as {@code tidemark run} does, and sends nothing. */
@Command(
        name = "check",
        mixinStandardHelpOptions = true,
        description = {
            "Check plans as `tidemark run` does, and summarize each of them.",
            "A plan with problems ends the command with exit code 2, with file, line and rule of each problem."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark plan check plan.yaml", "  tidemark plan check deploy/plans/demo.yaml plan.yaml"})
final class PlanCheckCommand implements Callable<Integer> {
    private static final int MAX_PHASES = 20;

    /** Phases with loads of their own have lengths of their own; so many are named. */
    private static final int MAX_LOADS = 3;

    private final CommandContext context;

    @Parameters(arity = "1..*", paramLabel = "PLAN", description = "Plan files, or files of several scenarios.")
    private List<Path> files = List.of();

    @Option(
            names = "--set",
            paramLabel = "PATH=VALUE",
            description = "Replace a value of the plan, as `tidemark run` does; repeatable.")
    private List<String> overrides = List.of();

    PlanCheckCommand(CommandContext context) {
        this.context = context;
    }

    /** Every file is read, whatever is wrong with the others. */
    @Override
    public Integer call() {
        boolean valid = true;
        for (Path file : files) {
            valid &= check(file);
        }
        return (valid ? ExitCode.OK : ExitCode.USAGE).code();
    }

    private boolean check(Path file) {
        Terminal terminal = context.terminal();
        try {
            List<Plan> plans = PlanLoader.load(file, new PlanFileOptions(Optional.empty(), overrides));
            plans.forEach(plan -> {
                terminal.printFormatted("%s  %s", file, summary(plan));
                new ServerPlanText(context).lines(plan).forEach(line -> terminal.printLine("  " + line));
            });
            List<String> refusals = plans.stream()
                    .flatMap(plan -> TargetOptions.serverRefusal(plan).stream())
                    .toList();
            refusals.forEach(why -> terminal.warn(file + "  " + why));
            return refusals.isEmpty();
        } catch (InvalidYamlException e) {
            terminal.warn(String.valueOf(e.getMessage()));
            return false;
        }
    }

    private static String summary(Plan plan) {
        String phases =
                plan.phases().stream().limit(MAX_PHASES).map(PhasePlan::name).collect(Collectors.joining(", "));
        int more = plan.phases().size() - MAX_PHASES;
        return "%s: phases %s%s; %d objectives; %s%s"
                .formatted(
                        plan.experiment(),
                        phases,
                        more > 0 ? " and " + more + " more" : "",
                        plan.objectives().size(),
                        durations(plan),
                        plan.sweep().map(PlanCheckCommand::remarks).orElse(""));
    }

    /** Of a run; phases may have loads of their own. */
    private static String durations(Plan plan) {
        List<String> all = plan.phases().stream()
                .map(plan::forPhase)
                .map(sent -> PlanDuration.of(sent).format(sent.steps().size()))
                .distinct()
                .toList();
        return all.stream().limit(MAX_LOADS).collect(Collectors.joining(", or "))
                + (all.size() > MAX_LOADS ? ", or other lengths" : "");
    }

    private static String remarks(SweepPlan sweep) {
        return sweep.remarks().stream().map(remark -> "\n  " + remark).collect(Collectors.joining());
    }
}
