package io.tidemark.app.cli.vllm;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.RedactedCommandLine;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.RunWarnings;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.cli.vllm.BenchResultOptions.BenchOutput;
import io.tidemark.app.delivery.RunBackend;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.plan.read.PlanFileOptions;
import io.tidemark.producer.plan.read.PlanLoader;
import io.tidemark.producer.runtime.RunTargets;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.RecordJson;
import java.nio.file.Path;
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
        description = {
            "Run `vllm bench serve` with its flags, published and judged.",
            "Output and JSON file are vLLM's; more goes to standard error and the file's key tidemark. A smoke test that FAILED",
            "exits with 0, a failed --slo with 1. docs/how-to/switch-from-vllm-bench.md lists refused flags."
        },
        footer = {
            "  tidemark bench --model my-model --request-rate 2 --save-result",
            "  tidemark bench serve --base-url http://gpu-1:8000 --goodput ttft:500"
        })
public final class BenchCommand implements Callable<Integer> {
    private static final String SERVE = "serve";
    private static final String PATIENCE = "6h";

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
            context.terminal().printLine(flags.plan().toPrettyString());
            return ExitCode.OK.code();
        }
        IgnoredVllmFlag.given(spec.commandLine().getParseResult()).forEach(context.terminal()::warn);
        return run(request(flags), flags, output).code();
    }

    /**
     * The checked flags and the plan that does what they say. vLLM gives a request six hours and waits for every one; so does the plan.
     */
    private BenchFlags flags() {
        BenchFlags.Server target = server.server(context.environment());
        BenchFlags.Traffic load = traffic.traffic();
        ObjectNode workload = dataset.workload(sampling);
        ObjectNode request = sampling.request();
        ObjectNode plan = own.plan(target.backend(), traffic.seed());
        target.apiKeyVariable().ifPresent(name -> plan.putObject("api_key").put("env", name));
        plan.set("labels", RecordJson.of(result.metadata()));
        plan.set("workload", workload);
        load.addTo(plan.putArray("steps"));
        if (!target.headers().planned().isEmpty()) {
            request.set("headers", target.headers().planned());
        }
        plan.set("request", request);
        // Connections are open before the first request is due: vLLM's client opens them within the TTFT, which no
        // server can do anything about.
        plan.putObject("connection").put("insecure", target.insecure());
        if (!own.objectives().isEmpty()) {
            plan.putObject("slo").set("objectives", RecordJson.of(own.objectives()));
        }
        plan.putObject("timeouts")
                .put("connect", "2m")
                .put("first_token", PATIENCE)
                .put("between_tokens", PATIENCE)
                .put("total", PATIENCE);
        ObjectNode limits =
                plan.putObject("limits").put("drain", PATIENCE).put("in_flight", load.prompts() + load.warmUps());
        if (load.isBurst()) {
            limits.put("schedule_lag_p99", "2s");
        }
        return new BenchFlags(target, load, plan);
    }

    /** The run of the flags' plan, which PlanLoader reads like any plan. */
    private RunRequest request(BenchFlags flags) {
        Plan plan = PlanLoader.parse(
                        flags.plan().toPrettyString(),
                        new PlanLoader.Source("tidemark bench", Path.of("").toAbsolutePath()),
                        new PlanFileOptions(Optional.empty(), own.overrides()))
                .get(0);
        TargetPlan target = TargetPlan.at(flags.server().url(), server.asked())
                .withPaths(new TargetPlan.Paths(flags.server().requestPath(), Optional.empty()));
        return new RunRequest(
                plan,
                plan.phases().get(0),
                List.of(target),
                own.team(),
                RedactedCommandLine.of(spec),
                false,
                true,
                spool.settings(context.home()));
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
                ResultExtension.SOURCE,
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
