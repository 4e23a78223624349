package io.tidemark.simulator.calibration;

import static org.assertj.core.api.Assertions.assertThat;

import io.tidemark.fixtures.GeneratedBlock;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** docs/internals/simulator-calibration.md says what the simulator computes. */
@Tag("long")
final class SimulatorCalibrationDocTest {
    private static final String PAGE = "docs/internals/simulator-calibration.md";

    private final PublishedBenchmarkReport report = new PublishedBenchmarkReport(SimulatorCalibration.SEED);

    @Test
    void benchmarksAreThoseThatTheSimulatorComputes() {
        new GeneratedBlock(PAGE, "benchmarks").mustBe(report.benchmarks());
    }

    @Test
    void cachesAreThoseThatTheProfileLeaves() {
        new GeneratedBlock(PAGE, "caches").mustBe(report.caches());
    }

    @Test
    void planIsWhatTheSimulatorComputes() {
        new GeneratedBlock(PAGE, "plan").mustBe(report.plan());
    }

    @Test
    void dataSheetsGiveWhatThePageSays() {
        new GeneratedBlock(PAGE, "data-sheets").mustBe(report.dataSheets());
    }

    @Test
    void directionsAreThoseThatTheSimulatorComputes() {
        new GeneratedBlock(PAGE, "directions").mustBe(new WhatIfReport().directions());
    }

    @Test
    void rangesAndCapacitiesAreThoseOfAllSeeds() {
        SeedVariationReport seeds = new SeedVariationReport(SimulatorCalibration.otherSeeds());

        new GeneratedBlock(PAGE, "ranges").mustBe(seeds.ranges());
        new GeneratedBlock(PAGE, "capacities").mustBe(seeds.capacities());
        assertThat(seeds.holding("phase 0")).as("of 21 seeds that hold 2.0").isBetween(11L, 18L);
    }
}
