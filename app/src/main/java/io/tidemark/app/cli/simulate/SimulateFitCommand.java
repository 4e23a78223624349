package io.tidemark.app.cli.simulate;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.simulator.fit.BenchResultReader;
import io.tidemark.simulator.fit.CostFitResult;
import io.tidemark.simulator.fit.FittedTerm;
import io.tidemark.simulator.fit.MeasuredBenchmark;
import io.tidemark.simulator.fit.ProfileFitter;
import io.tidemark.simulator.fit.Residual;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark simulate fit}: a profile for the accelerator and model that results were measured on. */
@Command(
        name = "fit",
        mixinStandardHelpOptions = true,
        description =
                "Fit a profile to results of vllm bench serve or tidemark bench (--save-result, better --save-detailed).",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark simulate fit results/*.json --out my-gpu.yaml",
            "  tidemark simulate fit results/*.json --profile my-model.yaml --set max-num-seqs=128 --out my-gpu.yaml",
            "  tidemark simulate my-gpu.yaml"
        })
final class SimulateFitCommand implements Runnable {
    private final CommandContext context;

    @Parameters(
            arity = "1..*",
            paramLabel = "RESULTS",
            description = "Result files, with a few rates or loads of different lengths.")
    private List<Path> results = new ArrayList<>();

    @Option(
            names = "--profile",
            defaultValue = "generic",
            description =
                    "Initial profile: a built-in profile or a file, which gives the hardware and the model. Default: ${DEFAULT-VALUE}")
    private String profile = "generic";

    @Option(
            names = "--set",
            paramLabel = "FLAG=VALUE",
            description = "A vLLM flag of the server, such as max-num-seqs=128; flags in a result take precedence.")
    private Map<String, String> flags = new LinkedHashMap<>();

    @Option(
            names = "--out",
            paramLabel = "FILE",
            description = "Write the profile here; without it, to standard output.")
    private Path out = Path.of("");

    SimulateFitCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        List<MeasuredBenchmark> measured = measured();
        ProfileFitter fit = new ProfileFitter(profile, flags);
        CostFitResult fitted = fit.to(measured);
        print(fitted);
        hand(fit.yaml(fitted, measured));
    }

    private List<MeasuredBenchmark> measured() {
        BenchResultReader files = new BenchResultReader();
        List<MeasuredBenchmark> measured = new ArrayList<>();
        for (Path file : results) {
            try {
                measured.addAll(files.read(file.toString(), Files.readString(file)));
            } catch (IOException e) {
                throw new InvalidInputException(file + ": cannot be read: " + e.getMessage());
            }
        }
        return measured;
    }

    private void print(CostFitResult fitted) {
        Terminal terminal = context.terminal();
        terminal.warn(String.format("%-40s %-24s %12s %12s %8s", "result", "figure", "measured", "simulated", "off"));
        for (Residual it : fitted.residuals()) {
            terminal.warn(String.format(
                    "%-40s %-24s %12.2f %12.2f %+7.1f%%",
                    it.source(), it.figure().label(), it.measured(), it.after(), it.afterPercent()));
        }
        terminal.warn("");
        for (FittedTerm it : fitted.terms()) {
            terminal.warn(String.format(
                    "%-24s %10.3g -> %10.3g s  %s", it.term().key(), it.startSeconds(), it.seconds(), certainty(it)));
        }
        terminal.warn(String.format(
                "%d figures, off by %.1f %% on average", fitted.residuals().size(), fitted.rmsPercent()));
    }

    private static String certainty(FittedTerm term) {
        return term.determined()
                ? String.format("known to about %.0f %%", 100 * term.deviation())
                : "the data does not determine it: do not rely on it";
    }

    private void hand(String yaml) {
        if (out.toString().isEmpty()) {
            context.terminal().printLine(yaml);
            return;
        }
        try {
            Files.writeString(out, yaml);
        } catch (IOException e) {
            throw new UnavailableException(out + " cannot be written: " + e.getMessage(), e);
        }
        context.terminal().printLine("wrote " + out + "   try: tidemark simulate " + out);
    }
}
