package io.tidemark.app.cli.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.PlanOptions;
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
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark plan}: what a plan file says. */
@Command(
        name = "plan",
        description = "Read plans without running them.",
        footer = {"  tidemark plan check plan.yaml", "  tidemark plan show plan.yaml --set steps[0].rate=3"})
public final class PlanCommand extends CommandGroup {
    private static final int MAX_PHASES = 20;

    /** Phases with loads of their own have lengths of their own; so many are named. */
    private static final int MAX_LOADS = 3;

    public PlanCommand(CommandContext context) {
        super(context);
    }

    /** Every file is read, whatever is wrong with the others. */
    @Command(
            name = "check",
            mixinStandardHelpOptions = true,
            description = {
                "Check plans as `tidemark run` does, and summarize each of them.",
                "A plan with problems ends the command with exit code 2, with file, line and rule of each problem."
            },
            footer = {"  tidemark plan check plan.yaml", "  tidemark plan check deploy/plans/demo.yaml plan.yaml"})
    int check(
            @Parameters(arity = "1..*", paramLabel = "PLAN", description = "Plan files, or files of several scenarios.")
                    List<Path> files,
            @Option(
                            names = "--set",
                            paramLabel = "PATH=VALUE",
                            description = "Replace a value of the plan, as `tidemark run` does; repeatable.")
                    @Nullable
                    List<String> overrides) {
        PlanFileOptions options = new PlanFileOptions(Optional.empty(), overrides == null ? List.of() : overrides);
        boolean valid = true;
        for (Path file : files) {
            valid &= check(file, options);
        }
        return (valid ? ExitCode.OK : ExitCode.USAGE).code();
    }

    private boolean check(Path file, PlanFileOptions options) {
        Terminal terminal = context.terminal();
        try {
            List<Plan> plans = PlanLoader.load(file, options);
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
                        plan.sweep().map(PlanCommand::remarks).orElse(""));
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

    @Command(
            name = "show",
            mixinStandardHelpOptions = true,
            description = "Show the plan of a run as YAML, with the chosen scenario and --set applied.",
            footer = {
                "  tidemark plan show plan.yaml --set steps[0].rate=3",
                "  tidemark plan show deploy/plans/scenarios.yaml --scenario chat --json"
            })
    void show(
            @Mixin PlanOptions plan,
            @Option(names = "--json", description = "Print one JSON object, for machines.") boolean json)
            throws JsonProcessingException {
        Plan shown = plan.plan();
        context.terminal().printLine(json ? shown.json() : yaml(shown));
        if (!json) {
            // As comments: what is printed stays a plan.
            new ServerPlanText(context)
                    .lines(shown)
                    .forEach(line -> context.terminal().printLine("# " + line));
        }
    }

    /** Every value is text in the plan's JSON; quotes stand only where YAML needs them. */
    private static String yaml(Plan shown) throws JsonProcessingException {
        YAMLMapper writer = YAMLMapper.builder()
                .enable(YAMLGenerator.Feature.MINIMIZE_QUOTES)
                .disable(YAMLGenerator.Feature.WRITE_DOC_START_MARKER)
                .disable(YAMLGenerator.Feature.SPLIT_LINES)
                .build();
        return writer.writeValueAsString(new JsonMapper().readTree(shown.json()))
                .stripTrailing();
    }
}
