package io.tidemark.app.cli.vllm;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.RedactedCommandLine;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.spool.SpoolSettings;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.reports.failure.InvalidInputException;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Parameters;
import picocli.CommandLine.Spec;

/** {@code tidemark bench}: as {@code vllm bench serve}, with most of its flags. */
@Command(
        name = "bench",
        mixinStandardHelpOptions = true,
        description = {
            "Run `vllm bench serve` with its flags, published and judged.",
            "Output and JSON file are vLLM's; more goes to standard error and the file's key tidemark. A smoke test that FAILED",
            "exits with 0, a failed --slo with 1. docs/how-to/switch-from-vllm-bench.md lists refused flags."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark bench --model my-model --request-rate 2 --save-result",
            "  tidemark bench serve --base-url http://gpu-1:8000 --goodput ttft:500"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final String SERVE = "serve";

    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = SERVE, description = "As after `vllm bench`.")
    private @Nullable String word;

    @Mixin
    private final BenchServerOptions server = new BenchServerOptions();

    @Mixin
    private final BenchTrafficOptions traffic = new BenchTrafficOptions();

    @Mixin
    private final BenchDatasetOptions dataset = new BenchDatasetOptions();

    @Mixin
    private final BenchSamplingOptions sampling = new BenchSamplingOptions();

    @Mixin
    private final BenchResultOptions result = new BenchResultOptions();

    @Mixin
    private final BenchTidemarkOptions own = new BenchTidemarkOptions();

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private BenchCommand(CommandContext context) {
        this.context = context;
    }

    /** The command with the flags that do nothing. */
    public static CommandLine line(CommandContext context) {
        CommandLine line = new CommandLine(new BenchCommand(context));
        // As argparse does, which scripts with defaults before "$@" rely on.
        line.setOverwrittenOptionsAllowed(true);
        IgnoredVllmFlag.addTo(line.getCommandSpec());
        line.getCommandSpec()
                .usageMessage()
                .footerHeading("%nAccepted and without effect: " + IgnoredVllmFlag.flags() + "%n%nExamples:%n");
        return line;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (word != null && !word.equals(SERVE)) {
            throw new InvalidInputException("bench only measures a server: give serve or no argument, but not " + word);
        }
        BenchFlags flags = flags();
        BenchOutput output = result.output(server.model(), sampling);
        if (own.showsPlan()) {
            context.terminal().printLine(BenchPlan.text(flags));
            return ExitCode.OK.code();
        }
        IgnoredVllmFlag.given(spec.commandLine().getParseResult()).forEach(context.terminal()::warn);
        return run(request(flags), flags, output).code();
    }

    private BenchFlags flags() {
        return new BenchFlags(
                server.server(context.environment()),
                traffic.traffic(),
                dataset.dataset(sampling.bodyOutputTokens()),
                sampling.sampling(dataset.forcesExactOutput()),
                traffic.seed(),
                own.belonging(result.metadata()));
    }

    private RunRequest request(BenchFlags flags) {
        Plan plan = BenchPlan.of(flags, own.overrides());
        TargetPlan target = TargetPlan.at(flags.server().url(), server.asked())
                .withPaths(new TargetPlan.Paths(flags.server().requestPath(), Optional.empty()));
        SpoolSettings spooling = spool.settings(context.home());
        return new RunRequest(
                plan,
                plan.phases().get(0),
                List.of(target),
                own.team(),
                RedactedCommandLine.of(spec),
                false,
                true,
                spooling);
    }

    private ExitCode run(RunRequest request, BenchFlags flags, BenchOutput output) throws InterruptedException {
        report.requireWritable(context);
        CommandContext own = context.withEnvironment(flags.server().headers().secrets());
        RunWarnings.before(request.plan()).forEach(context.terminal()::warn);
        RunWarnings.weakerThanUsual(request.plan()).ifPresent(context.terminal()::warn);
        Terminal aside = context.toStandardError().terminal();
        RunTargets probed = new ReadyCheck(own, server.readyCheck()).probe(request);
        RunBackend backend = context.resources()
                .register(RunBackend.open(
                        context,
                        new RunBackend.Request(
                                cluster.named(), request.team(), report.store().given(context), this.own.live())));
        aside.printFormatted(
                "tidemark bench: %s  %s   block by %s, whose TTFT ends at the first chunk, even a role alone   events %s, team %s",
                probed.first().url(),
                probed.first().model(),
                BenchDefinitions.SOURCE,
                backend.description(),
                request.team());
        CommandContext shown = report.quiet() || !result.showsProgress() ? own.withoutOutput() : own.toStandardError();
        BenchSession.BenchResult done = new BenchSession(shown, flags, output)
                .execute(request, probed, new BenchSession.Measured(backend, this::printBlock));
        if (report.json()) {
            context.terminal().printLine(done.json());
        }
        return new BenchPrinter(context, backend.results(), report).conclude(done);
    }

    /** Standard output has the result and nothing else. */
    private void printBlock(List<String> block) {
        if (!report.json()) {
            block.forEach(context.terminal()::printLine);
        }
    }
}
