package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.measure.DrawnPrompt.SavedPrompt;
import io.tidemark.app.cli.measure.PromptPreview.StepConversationCount;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.Tokenizers;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.tokens.TokenLengths;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.StepNumber;
import io.tidemark.schemas.Ulid;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark prompts}: what a plan would send. */
@Command(
        name = "prompts",
        description = {
            "Show what a plan would send.",
            "Shows prompts with their lengths in tokens, classes and turns. Sends nothing but, with a --target, queries to its",
            "/tokenize. Generated words differ from run to run; lengths and prompts from files do not."
        },
        footer = {
            "  tidemark prompts plan.yaml --step 2 --show 10",
            "  tidemark prompts --workload '{kind: prompts, format: dolly, file: dolly.jsonl}' --out prompts.jsonl"
        })
public final class PromptsCommand implements Callable<Integer> {
    private static final int MAX_CONVERSATIONS = 100_000;
    private static final int WIDTH = 130;

    private final CommandContext context;

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Option(names = "--workload", paramLabel = "YAML", description = "The workload section itself, instead of a PLAN.")
    private @Nullable String workload;

    @Option(names = "--target", paramLabel = "URL", description = "Server that counts tokens. Default: none.")
    private @Nullable URI target;

    @Option(names = "--model", description = "Model whose tokenizer the server uses to count.")
    private String model = "";

    @Option(names = "--phase", paramLabel = "NAME", description = "Phase whose load is drawn. Default: the first.")
    private @Nullable String phase;

    @Option(names = "--step", paramLabel = "K", description = "Step whose prompts are drawn, from 1. Default: 1")
    private int step = 1;

    @Option(names = "--show", paramLabel = "N", description = "Requests shown. Default: ${DEFAULT-VALUE}")
    private int show = 10;

    @Option(
            names = "--conversations",
            paramLabel = "N",
            description =
                    "Conversations drawn for the figures, 1 to 100000. Default: as many as the step begins, at most 1000.")
    private @Nullable Integer conversations;

    @Option(names = "--stats", description = "Figures only.")
    private boolean stats;

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the drawn prompts as JSON lines, with their texts.")
    private @Nullable Path out;

    public PromptsCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        Plan chosen = chosen();
        OptionParser.require(
                step >= 1 && step <= chosen.steps().size(),
                "--step must be a step of the plan, 1 to " + chosen.steps().size());
        int index = StepNumber.index(step);
        OptionParser.require(
                conversations == null || (conversations >= 1 && conversations <= MAX_CONVERSATIONS),
                "--conversations must be 1 to 100000");
        Optional<TargetPlan> asked = Optional.ofNullable(target).map(url -> TargetPlan.at(url, model));
        TokenLengths lengths = new Tokenizers(context.environment()).lengths(chosen, asked);
        String runId = Ulid.next(context.wallClock(), context.random());
        RunPrompts prompts = RunPrompts.open(chosen, runId, lengths);
        PromptPreview view = new PromptPreview(context.terminal(), chosen, prompts);
        StepConversationCount size = StepConversationCount.of(chosen.steps().get(index));
        int drawing = conversations == null ? size.sampled() : conversations;
        List<SavedPrompt> drawn = view.show(new PromptPreview.PreviewRequest(index, drawing, stats ? 0 : show, WIDTH));
        if (out != null) {
            save(out, drawn);
        }
        return ExitCode.OK.code();
    }

    private Plan chosen() {
        if (workload == null) {
            return ofPhase(plan.plan());
        }
        OptionParser.require(phase == null, "--phase must be given with a PLAN, which has phases");
        OptionParser.require(!plan.named(), "--workload must be given without a PLAN, which has a workload of its own");
        String text = "experiment: prompts\nworkload: " + workload + "\nsteps:\n  - {rate: 1, requests: "
                + (conversations == null ? StepConversationCount.UNLESS_KNOWN : conversations) + "}\n";
        PlanLoader.Source source = new PlanLoader.Source("--workload", Path.of(""));
        return PlanLoader.parse(text, source, plan.choice()).get(0);
    }

    /** As its runs send it. */
    private Plan ofPhase(Plan given) {
        return OptionParser.parse(
                "--", () -> given.forPhase(phase == null ? given.phases().get(0) : given.phase(phase)));
    }

    private void save(Path file, List<SavedPrompt> drawn) {
        try {
            Files.write(file, drawn.stream().map(SavedPrompt::line).toList());
        } catch (IOException e) {
            throw new InvalidInputException("--out: cannot write " + file + ": " + e.getMessage());
        }
        context.terminal().printFormatted("  saved     %s, %,d requests", file, drawn.size());
    }
}
