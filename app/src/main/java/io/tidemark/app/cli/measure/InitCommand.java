package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.init.PlanTemplate;
import io.tidemark.app.run.TargetCheck;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import java.io.IOException;
import java.net.URI;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark init}: a commented plan to start from. */
@Command(
        name = "init",
        description = {
            "Write a commented plan to start from.",
            "Writes plan.schema.json beside it, with which editors check and complete the plan. With --target, asks the server which",
            "model it serves."
        },
        footer = {
            "  tidemark init",
            "  tidemark init --target http://gpu-1:8000 h200.yaml",
        })
public final class InitCommand implements Callable<Integer> {
    private static final URI USUAL_TARGET = URI.create("http://127.0.0.1:8000");

    private final CommandContext context;

    @Parameters(arity = "0..1", paramLabel = "FILE", defaultValue = "plan.yaml", description = "Default: plan.yaml")
    private Path file = Path.of("plan.yaml");

    @Option(
            names = "--target",
            paramLabel = "URL",
            description =
                    "Server to measure; the command asks it for its model. Default: http://127.0.0.1:8000, without asking.")
    private @Nullable URI target;

    @Option(names = "--model", description = "Model to request, if the target serves several.")
    private String model = "";

    @Option(
            names = "--api-key-env",
            paramLabel = "NAME",
            description = "Environment variable with the API key; the plan contains only its name.")
    private @Nullable String keyVariable;

    @Option(names = "--force", description = "Overwrite the file.")
    private boolean force;

    public InitCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (Files.exists(file) && !force) {
            throw exists();
        }
        Path directory = file.toAbsolutePath().resolveSibling("");
        PlanTemplate given = new PlanTemplate(
                target == null ? USUAL_TARGET : target,
                Optional.of(model).filter(name -> !name.isEmpty()),
                Optional.ofNullable(keyVariable));
        String text = (target == null ? given : asked(given, directory)).text(file.toString());
        Plan plan = PlanLoader.parse(text, file.toString(), directory);
        write(text, directory.resolve("plan.schema.json"));
        context.terminal()
                .printFormatted(
                        "wrote %s: %d steps, %d objectives",
                        file, plan.steps().size(), plan.objectives().size());
        context.terminal().printFormatted("Next: edit it, then  tidemark run %s", file);
        return ExitCode.OK.code();
    }

    /** With the model that the server says it serves. */
    private PlanTemplate asked(PlanTemplate given, Path directory) throws InterruptedException {
        Plan plan = PlanLoader.parse(given.text(file.toString()), file.toString(), directory);
        TargetCheck check = new TargetCheck(context.environment());
        String served = check.probe(plan, plan.targets().get(0)).target().model();
        return new PlanTemplate(given.target(), Optional.of(served), given.keyVariable());
    }

    private void write(String text, Path schema) {
        StandardOpenOption creation = force ? StandardOpenOption.CREATE : StandardOpenOption.CREATE_NEW;
        try {
            Files.writeString(file, text, creation, StandardOpenOption.TRUNCATE_EXISTING, StandardOpenOption.WRITE);
            Files.writeString(schema, PlanTemplate.schema());
        } catch (FileAlreadyExistsException e) {
            throw exists();
        } catch (IOException e) {
            throw new InvalidInputException("cannot write " + file + ": " + e);
        }
    }

    private OperationException exists() {
        return new InvalidInputException(file + " is there already; --force overwrites it");
    }
}
