package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.bench.Bench;
import io.tidemark.app.bench.BenchDefinitions;
import io.tidemark.app.bench.BenchFlags;
import io.tidemark.app.bench.BenchOutput;
import io.tidemark.app.bench.BenchPlan;
import io.tidemark.app.run.ReadyCheck;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.stack.Backend;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.producer.publish.SpoolSettings;
import io.tidemark.producer.scrape.TargetProbe;
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
            "As `vllm bench serve`, with its flags (docs/bench.md lists those that it refuses): the same load, the same block",
            "on standard output, the same JSON file; and, as any run, published to Kafka, judged and reported. What is ours is said on standard error, and in the",
            "file under the key tidemark. The figures follow vLLM's own definitions; docs/bench.md says where ours differ."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark bench --model my-model --request-rate 2 --num-prompts 300 --save-result --result-dir results",
            "  tidemark bench serve --backend vllm --base-url http://gpu-1:8000 --max-concurrency 64 --goodput ttft:500 tpot:50"
        })
final class BenchCommand implements Callable<Integer> {
    private static final String SERVE = "serve";

    private final Surroundings surroundings;

    @Spec
    private CommandSpec spec;

    @Parameters(arity = "0..1", paramLabel = SERVE, description = "May stand here as it does after `vllm bench`.")
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
    private final BenchOwnOptions own = new BenchOwnOptions();

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final ReportOptions report = new ReportOptions();

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private BenchCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    /** The command with the flags that do nothing. */
    static CommandLine line(Surroundings surroundings) {
        CommandLine line = new CommandLine(new BenchCommand(surroundings));
        // As argparse does, which scripts with defaults before "$@" rely on.
        line.setOverwrittenOptionsAllowed(true);
        BenchIdleFlag.addTo(line.getCommandSpec());
        return line;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (word != null && !word.equals(SERVE)) {
            throw CommandException.usage("bench measures a server only: give serve or nothing, but not " + word);
        }
        BenchFlags flags = flags();
        BenchOutput output = result.output(server.model(), sampling);
        if (own.showsPlan()) {
            surroundings.terminal().say(BenchPlan.text(flags));
            return ExitCode.OK.code();
        }
        BenchIdleFlag.given(spec.commandLine().getParseResult()).forEach(surroundings.terminal()::warn);
        return run(request(flags), flags, output).code();
    }

    private BenchFlags flags() {
        return new BenchFlags(
                server.server(surroundings.environment()),
                traffic.traffic(),
                dataset.dataset(sampling.bodyOutputTokens()),
                sampling.sampling(dataset.forcesExactOutput()),
                traffic.seed(),
                own.belonging(result.metadata()));
    }

    private RunRequest request(BenchFlags flags) {
        Plan plan = BenchPlan.of(flags, own.overrides());
        TargetPlan target = TargetPlan.at(flags.server().url(), server.asked());
        SpoolSettings spooling = spool.settings(surroundings.home());
        return new RunRequest(
                plan, plan.phases().get(0), target, own.team(), GivenCommand.of(spec), false, true, spooling);
    }

    private ExitCode run(RunRequest request, BenchFlags flags, BenchOutput output) throws InterruptedException {
        report.requireWritable(surroundings);
        Surroundings own = surroundings.with(flags.server().headers().secrets());
        RunWarnings.before(request.plan()).forEach(surroundings.terminal()::warn);
        RunWarnings.weakerThanUsual(request.plan()).ifPresent(surroundings.terminal()::warn);
        Terminal aside = surroundings.aside().terminal();
        TargetProbe.Probed probed = new ReadyCheck(own, server.readyCheck()).probe(request);
        Backend backend = surroundings
                .closer()
                .keep(Backend.open(
                        surroundings,
                        cluster.named(),
                        request.team(),
                        report.store().given(surroundings)));
        aside.sayf(
                "tidemark bench: %s  %s   figures by %s   kafka %s, team %s",
                probed.target().url(),
                probed.target().model(),
                BenchDefinitions.SOURCE,
                backend.connection().bootstrapServers(),
                request.team());
        Surroundings shown = report.quiet() || !result.showsProgress() ? own.muted() : own.aside();
        Bench.Done done = new Bench(shown, flags, output).execute(request, probed, backend);
        print(done);
        return new BenchPrinter(surroundings, backend.results(), report).conclude(done);
    }

    /** Standard output has the result and nothing else. */
    private void print(Bench.Done done) {
        if (report.json()) {
            surroundings.terminal().say(done.json());
            return;
        }
        done.block().forEach(surroundings.terminal()::say);
    }
}
