package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.console.LocalConsole;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.exit.ExitCodeMapper;
import io.tidemark.app.cli.progress.ProgressOutput;
import io.tidemark.app.cli.shared.ReportOptions;
import io.tidemark.app.cli.shared.ReportPrinter;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.delivery.ClusterBackend;
import io.tidemark.app.demo.Demo;
import io.tidemark.app.run.BuiltInPlans;
import io.tidemark.app.run.PlanDuration;
import io.tidemark.app.run.RunResult;
import io.tidemark.app.stack.Backend;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.ValueText;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import java.util.stream.Collectors;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark demo}: everything on this machine. */
@Command(
        name = "demo",
        description = {
            "Show everything on this machine, in under 2 minutes.",
            "A simulated vLLM in two configurations takes load at four rates each; events go through a real Kafka, Kafka Streams",
            "computes percentiles and verdicts, and a report compares the two. The demo needs no GPU and no network."
        },
        footer = {"  tidemark demo", "  tidemark demo --stay", "  tidemark demo --out demo-report"})
public final class DemoCommand implements Callable<Integer> {
    private final CommandContext context;

    @Option(names = "--stay", description = "Keep the console up after the report, until Ctrl-C.")
    private boolean stay;

    @Mixin
    private final ReportOptions options = new ReportOptions();

    public DemoCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        long startNanos = context.nanoClock().nanos();
        options.requireWritable(context);
        Plan plan = BuiltInPlans.demo();
        String name = Ulid.next(context.wallClock(), context.random());
        CommandContext place = context.withHome(context.home().resolve("demo").resolve(name));
        CommandContext own = options.quiet() ? place.withoutOutput() : place;
        ProgressOutput output = options.progress(own.terminal());
        own.terminal().printLine("Starting Kafka, Kafka Streams and the store of results on this machine ...");
        Backend backend = own.resources()
                .register(Backend.open(
                        own, Optional.empty(), plan.team(), options.store().given(context)));
        output.detail("  kafka     " + backend.connection().bootstrapServers() + "   registry "
                + backend.connection().registry().url());
        ConsoleServer console = LocalConsole.start(
                own, backend.connection(), backend.store(), List.of(plan.team()), OptionalInt.empty());
        introduction(plan, console.url()).forEach(own.terminal()::printLine);
        List<RunResult> runs = new Demo(own, new ClusterBackend(own, backend, true), output).run(plan);
        ReportPrinter printer = new ReportPrinter(place, backend.results(), options);
        printer.print(
                printer.model(runs.stream().map(RunResult::key).toList()),
                options.out().orElse(own.home().resolve("report")));
        own.terminal()
                .printFormatted(
                        "  took %s; everything is in %s",
                        ValueText.duration(Duration.ofNanos(own.nanoClock().nanos() - startNanos)), own.home());
        if (stay) {
            place.terminal().printLine("The console stays at " + console.url() + " until Ctrl-C.");
            new CountDownLatch(1).await();
        }
        return exitCode(runs.stream().map(ExitCodeMapper::exitCode).toList()).code();
    }

    /** What is asked, of what load, by what SLO, and where to look on. */
    static List<String> introduction(Plan plan, String console) {
        PlanDuration all = plan.phases().stream()
                .map(phase -> PlanDuration.of(plan))
                .reduce(PlanDuration::plus)
                .orElseThrow();
        List<String> lines = new ArrayList<>();
        lines.add("  question  Which configuration of a simulated vLLM holds more load within its SLO: "
                + plan.phases().stream().map(PhasePlan::name).collect(Collectors.joining(" or ")) + "?");
        lines.add("  load      "
                + plan.steps().stream()
                        .map(step -> ValueText.loadNumber(step.ratePerSecond()))
                        .collect(Collectors.joining(", "))
                + " requests per second, one after the other");
        lines.add(
                "  takes     " + all.format(plan.phases().size() * plan.steps().size()));
        plan.objectives().forEach(objective -> lines.add("  SLO       " + objective.getName()));
        lines.add(
                "            ttft_due: from when a request was due to its first token; tpot: time per token after it");
        lines.add("  console   " + console + " shows the runs live");
        return lines;
    }

    /** The demo is about two configurations of which one breaks its SLO: a verdict ends it with 0, a failure with what failed. */
    static ExitCode exitCode(List<ExitCode> runs) {
        return runs.stream()
                .filter(code -> switch (code) {
                    case OK, SLO_NOT_MET, INCONCLUSIVE -> false;
                    case USAGE, RUN_INVALID, INFRASTRUCTURE, INTERNAL -> true;
                })
                .reduce(ExitCode.OK, ExitCode::orWorse);
    }
}
