package io.tidemark.app.cli.measure;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.dataformat.yaml.YAMLGenerator;
import com.fasterxml.jackson.dataformat.yaml.YAMLMapper;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.server.ServerPlanText;
import io.tidemark.producer.plan.Plan;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark plan show}: a plan as it is run, with its scenario chosen and its overrides applied. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = "Show the plan of a run as YAML, with the chosen scenario and --set applied.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark plan show plan.yaml --set steps[0].rate=3",
            "  tidemark plan show deploy/plans/scenarios.yaml --scenario chat --json"
        })
final class PlanShowCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    PlanShowCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws JsonProcessingException {
        Plan shown = plan.plan();
        context.terminal().printLine(json ? shown.json() : yaml(shown));
        if (!json) {
            // As comments: what is printed stays a plan.
            new ServerPlanText(context)
                    .lines(shown)
                    .forEach(line -> context.terminal().printLine("# " + line));
        }
        return ExitCode.OK.code();
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
