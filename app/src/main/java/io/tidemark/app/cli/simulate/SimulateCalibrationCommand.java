package io.tidemark.app.cli.simulate;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.process.Terminal;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.simulator.calibration.PublishedBenchmarkReport;
import io.tidemark.simulator.calibration.SeedVariationReport;
import io.tidemark.simulator.calibration.SimulatorCalibration;
import io.tidemark.simulator.calibration.WhatIfReport;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Option;

/** {@code tidemark simulate calibration}: every published figure beside the simulated one, computed anew. */
@Command(
        name = "calibration",
        mixinStandardHelpOptions = true,
        description = "Replay published benchmarks in virtual time and print each figure beside the simulated one.")
final class SimulateCalibrationCommand implements Callable<Integer> {
    private final CommandContext surroundings;

    @Option(
            names = "--seed",
            defaultValue = "1",
            description = "Of workloads and noise; the page has that of the default: ${DEFAULT-VALUE}")
    private long seed = SimulatorCalibration.SEED;

    @Option(
            names = "--seeds",
            description = "Also the range over 20 other seeds, and how many hold the claimed rate: some minutes.")
    private boolean seeds;

    SimulateCalibrationCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Terminal terminal = surroundings.terminal();
        PublishedBenchmarkReport report = new PublishedBenchmarkReport(seed);
        terminal.printLine(report.benchmarks());
        terminal.printLine("");
        terminal.printLine(report.caches());
        terminal.printLine("");
        terminal.printLine(report.plan());
        terminal.printLine("");
        terminal.printLine(report.dataSheets());
        terminal.printLine("");
        terminal.printLine(new WhatIfReport().directions());
        if (seeds) {
            SeedVariationReport all = new SeedVariationReport(SimulatorCalibration.otherSeeds());
            terminal.printLine("");
            terminal.printLine(all.ranges());
            terminal.printLine("");
            terminal.printLine(all.capacities());
        }
        return ExitCode.OK.code();
    }
}
