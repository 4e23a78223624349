package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.simulator.calibration.Calibration;
import io.tidemark.simulator.calibration.DirectionReport;
import io.tidemark.simulator.calibration.Report;
import io.tidemark.simulator.calibration.SeedReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark simulate calibration}: every published figure beside the simulated one, computed anew. */
@Command(
        name = "calibration",
        mixinStandardHelpOptions = true,
        description = "Replay published benchmarks in virtual time and print each figure beside the simulated one.")
final class SimulateCalibrationCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Of workloads and noise; the page has that of the default: ${DEFAULT-VALUE}")
    private long seed = Calibration.SEED;

    @Option(
            names = "--seeds",
            description = "Also the range over 20 other seeds, and how many hold the claimed rate: some minutes.")
    private boolean seeds;

    SimulateCalibrationCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Terminal terminal = surroundings.terminal();
        Report report = new Report(seed);
        terminal.say(report.benchmarks());
        terminal.say("");
        terminal.say(report.caches());
        terminal.say("");
        terminal.say(report.plan());
        terminal.say("");
        terminal.say(report.dataSheets());
        terminal.say("");
        terminal.say(new DirectionReport().directions());
        if (seeds) {
            SeedReport all = new SeedReport(Calibration.otherSeeds());
            terminal.say("");
            terminal.say(all.ranges());
            terminal.say("");
            terminal.say(all.capacities());
        }
        return ExitCode.OK.code();
    }
}
