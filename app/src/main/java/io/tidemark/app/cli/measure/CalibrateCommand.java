package io.tidemark.app.cli.measure;

import io.tidemark.app.calibrate.CalibrationReport;
import io.tidemark.app.calibrate.CalibrationServerProcess;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.producer.calibrate.CalibrationLoad;
import io.tidemark.producer.calibrate.Calibrator;
import io.tidemark.producer.plan.LoadLimits;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.validity.CalibrationResult;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.Clocks;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark calibrate}: what the client itself adds to what it measures. */
@Command(
        name = "calibrate",
        description = {
            "Measure what this client adds to TTFT and ITL.",
            "The client drives a server with known write times in another process. The heaviest step of a PLAN gives the streams.",
            "Exit code 3: past limits.calibration_ttft_p99 or limits.calibration_itl_p99 (50 ms each without a plan)."
        },
        footer = {"  tidemark calibrate --concurrency 100", "  tidemark calibrate plan.yaml --duration 30s --json"})
public final class CalibrateCommand implements Callable<Integer> {
    private static final int USUAL_CONCURRENCY = 30;
    private static final int MAX_CONCURRENCY = 10_000;
    private static final double MAX_CHUNKS_PER_SECOND = 200_000;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final CommandContext context;

    @Mixin
    private final PlanOptions planned = new PlanOptions();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Streams in flight. Default: the number expected for the plan, or " + USUAL_CONCURRENCY + ".")
    private @Nullable Integer concurrency;

    @Option(
            names = "--rate-tokens",
            paramLabel = "R",
            description = "Tokens per second of each stream, one per chunk. Default: ${DEFAULT-VALUE}")
    private double tokensPerSecond = CalibrationLoad.USUAL_TOKENS_PER_SECOND;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            description = "Duration of the measurement, at most 1m. Default: 20s")
    private Duration duration = Duration.ofSeconds(20);

    @Option(names = "--json", description = "One JSON object, for machines.")
    private boolean json;

    public CalibrateCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<Plan> plan = planned.named() ? Optional.of(planned.plan()) : Optional.empty();
        CalibrationLoad load = load(plan);
        LoadLimits limits = plan.map(Plan::limits).orElse(LoadLimits.DEFAULT);
        if (!json) {
            context.terminal()
                    .printFormatted(
                            "  %d streams of %s tokens/s for %d s, against a server of its own process ...",
                            load.concurrency(),
                            Double.toString(tokensPerSecond).replaceFirst("\\.0$", ""),
                            duration.toSeconds());
        }
        CalibrationResult calibration = measure(load);
        List<String> reasons = calibration.invalidReasons(limits.calibrationTtftP99(), limits.calibrationItlP99());
        CalibrationReport report = new CalibrationReport(calibration, limits, context.version());
        if (json) {
            context.terminal().printLine(report.json(reasons));
        } else {
            report.lines(reasons).forEach(context.terminal()::printLine);
        }
        return (reasons.isEmpty() ? ExitCode.OK : ExitCode.RUN_INVALID).code();
    }

    private CalibrationLoad load(Optional<Plan> plan) {
        OptionParser.require(
                duration.compareTo(LONGEST) <= 0,
                "--duration must be at most " + ValueText.duration(LONGEST) + " but was "
                        + ValueText.duration(duration));
        OptionParser.require(tokensPerSecond > 0, "--rate-tokens must be > 0 per second but was " + tokensPerSecond);
        CalibrationLoad load = plan.isPresent() && concurrency == null
                ? CalibrationLoad.of(plan.get(), tokensPerSecond, duration)
                : CalibrationLoad.of(concurrency(), tokensPerSecond, duration);
        OptionParser.require(
                load.concurrency() * tokensPerSecond <= MAX_CHUNKS_PER_SECOND,
                "--concurrency times --rate-tokens must be at most 200,000 chunks per second but was "
                        + load.concurrency() * tokensPerSecond);
        return load;
    }

    private int concurrency() {
        int streams = concurrency == null ? USUAL_CONCURRENCY : concurrency;
        OptionParser.require(
                streams >= 1 && streams <= MAX_CONCURRENCY,
                "--concurrency must be in [1, " + MAX_CONCURRENCY + "] but was " + streams);
        return streams;
    }

    private CalibrationResult measure(CalibrationLoad load) throws InterruptedException {
        Clocks clocks = context.clocks();
        try (CalibrationServerProcess server = context.resources().register(CalibrationServerProcess.launch())) {
            return new Calibrator(clocks, context.random(), server).measure(load);
        } catch (IllegalStateException e) {
            throw new UnavailableException(String.valueOf(e.getMessage()), e);
        }
    }
}
