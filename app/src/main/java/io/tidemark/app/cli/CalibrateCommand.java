package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.calibrate.CalibrationProcess;
import io.tidemark.app.run.CalibrationReport;
import io.tidemark.producer.calibrate.Calibration;
import io.tidemark.producer.plan.Limits;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.run.CalibrationLoad;
import io.tidemark.producer.run.Calibrator;
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
        mixinStandardHelpOptions = true,
        description = {
            "Measure what this client, on this machine, adds to TTFT and ITL: it drives a server of known write times, in a",
            "process of its own, and its stamps are held against that server's log, request by request.",
            "A PLAN's heaviest step says how many streams, and its limits judge.",
            "Exit code 3: past limits.calibration_ttft_p99 or limits.calibration_itl_p99 (50 ms each without a plan)."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark calibrate --concurrency 100", "  tidemark calibrate plan.yaml --duration 30s --json"})
final class CalibrateCommand implements Callable<Integer> {
    private static final int USUAL_CONCURRENCY = 30;
    private static final int MOST_CONCURRENCY = 10_000;
    private static final double MOST_CHUNKS_PER_SECOND = 200_000;
    private static final Duration LONGEST = Duration.ofMinutes(1);

    private final Surroundings surroundings;

    @Mixin
    private final PlanOptions planned = new PlanOptions();

    @Option(
            names = "--concurrency",
            paramLabel = "N",
            description = "Streams in flight. Default: what the plan is likely to have, or " + USUAL_CONCURRENCY + ".")
    private @Nullable Integer concurrency;

    @Option(
            names = "--rate-tokens",
            paramLabel = "R",
            description = "Tokens per second of each stream, one a chunk. Default: ${DEFAULT-VALUE}")
    private double tokensPerSecond = CalibrationLoad.USUAL_TOKENS_PER_SECOND;

    @Option(
            names = "--duration",
            paramLabel = "TIME",
            converter = DurationOption.class,
            description = "How long is measured, at most 1m. Default: 20s")
    private Duration duration = Duration.ofSeconds(20);

    @Option(names = "--json", description = "One JSON object, for machines.")
    private boolean json;

    CalibrateCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        Optional<Plan> plan = planned.named() ? Optional.of(planned.plan()) : Optional.empty();
        CalibrationLoad load = load(plan);
        Limits limits = plan.map(Plan::limits).orElse(Limits.DEFAULT);
        if (!json) {
            surroundings
                    .terminal()
                    .sayf(
                            "  %d streams of %s tokens/s for %d s, against a server of its own process ...",
                            load.concurrency(),
                            Double.toString(tokensPerSecond).replaceFirst("\\.0$", ""),
                            duration.toSeconds());
        }
        Calibration calibration = measure(load);
        List<String> reasons = calibration.reasons(limits.calibrationTtftP99(), limits.calibrationItlP99());
        CalibrationReport report = new CalibrationReport(calibration, limits, surroundings.version());
        if (json) {
            surroundings.terminal().say(report.json(reasons));
        } else {
            report.lines(reasons).forEach(surroundings.terminal()::say);
        }
        return (reasons.isEmpty() ? ExitCode.OK : ExitCode.RUN_INVALID).code();
    }

    private CalibrationLoad load(Optional<Plan> plan) {
        require(
                duration.compareTo(LONGEST) <= 0,
                "--duration must be at most 1m but was " + duration.toSeconds() + " s");
        require(tokensPerSecond > 0, "--rate-tokens must be > 0 per second but was " + tokensPerSecond);
        CalibrationLoad load = plan.isPresent() && concurrency == null
                ? CalibrationLoad.of(plan.get(), tokensPerSecond, duration)
                : CalibrationLoad.of(concurrency(), tokensPerSecond, duration);
        require(
                load.concurrency() * tokensPerSecond <= MOST_CHUNKS_PER_SECOND,
                "--concurrency times --rate-tokens must be at most 200,000 chunks per second but was "
                        + load.concurrency() * tokensPerSecond);
        return load;
    }

    private int concurrency() {
        int streams = concurrency == null ? USUAL_CONCURRENCY : concurrency;
        require(
                streams >= 1 && streams <= MOST_CONCURRENCY,
                "--concurrency must be in [1, " + MOST_CONCURRENCY + "] but was " + streams);
        return streams;
    }

    private static void require(boolean holds, String rule) {
        if (!holds) {
            throw CommandException.usage(rule);
        }
    }

    private Calibration measure(CalibrationLoad load) throws InterruptedException {
        Clocks clocks = new Clocks(surroundings.nanoClock(), surroundings.wallClock());
        try (CalibrationProcess server = surroundings.closer().keep(CalibrationProcess.launch())) {
            return new Calibrator(clocks, surroundings.random(), server).measure(load);
        } catch (IllegalStateException e) {
            throw CommandException.infrastructure(String.valueOf(e.getMessage()), e);
        }
    }
}
