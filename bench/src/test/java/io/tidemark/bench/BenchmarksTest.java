package io.tidemark.bench;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import io.tidemark.app.Tidemark;
import io.tidemark.app.process.ChildProcess;
import io.tidemark.bench.accuracy.AccuracyBench;
import io.tidemark.bench.accuracy.AccuracyOptions;
import io.tidemark.bench.alerts.AlertsBench;
import io.tidemark.bench.alerts.BreachAlertRule;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.lag.HalfLoadBench;
import io.tidemark.bench.lag.LagBench;
import io.tidemark.bench.lane.LaneBench;
import io.tidemark.bench.report.ReportBench;
import io.tidemark.bench.scale.CatchUpBench;
import io.tidemark.bench.scale.IntakeBench;
import io.tidemark.bench.scale.SeriesBench;
import io.tidemark.bench.store.StoreBench;
import io.tidemark.bench.streams.StateBench;
import io.tidemark.bench.streams.StreamsBench;
import io.tidemark.bench.streams.StreamsSize;
import io.tidemark.bench.web.SlowCallersBench;
import io.tidemark.postgres.PostgresServer;
import io.tidemark.prometheus.AlertmanagerServer;
import io.tidemark.schemas.time.NanoClock;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Each benchmark at a tiny size: its counts add up and its table is there. What the figures are is not asked. */
@Tag("long")
class BenchmarksTest {
    private final StringWriter printed = new StringWriter();

    @TempDir
    private Path folder;

    @Test
    void everyBreachIsShownByAlertmanagerAndThenItsEnd() throws Exception {
        assumeTrue(
                AlertmanagerServer.obstacle().isEmpty(),
                () -> AlertmanagerServer.obstacle().orElseThrow());
        AlertsBench.Counts counts = new AlertsBench(bench(), AlertsBench.Size.ofFaults(2), BreachAlertRule.FINAL).run();

        assertThat(counts.shown()).as("one for each fault at least").isGreaterThanOrEqualTo(2);
        assertThat(counts.shown())
                .as("one that ends before final figures show it is no alert")
                .isLessThanOrEqualTo(counts.opened());
        assertThat(counts.crossed()).as("the fault of errors").isPositive();
        assertThat(counts.closed()).isEqualTo(counts.opened());
        assertThat(counts.gone()).isEqualTo(counts.shown());
        assertThat(printed.toString()).containsPattern("limit crossed to: Alertmanager has it( +[\\d.]+){4}");
    }

    @Test
    void everyTokenPublishedIsInFinalWindows() throws Exception {
        StreamsSize size = new StreamsSize(new StreamsSize.Load(2, 2, 3, 80, 10), 1, List.of(1));

        StreamsBench.Counts counts = new StreamsBench(bench(), size).run();

        assertThat(counts.requests()).isEqualTo(2 * 2 * 80);
        assertThat(counts.tokens()).isEqualTo(64 * counts.requests());
        assertThat(counts.ttftsInWindows()).isEqualTo(counts.requests());
        assertThat(counts.itlsInWindows()).isEqualTo(63 * counts.requests());
        assertThat(printed.toString()).containsPattern("topology, 1 thread( +[\\d,]+){2}( +[\\d.]+){2}");
    }

    @Test
    void everyRequestOfAQuietRunIsInAWindowBesideAFlood() throws Exception {
        StreamsSize.Load load = new StreamsSize.Load(2, 1, 2, 400, 4);
        LagBench.Counts counts = new HalfLoadBench(bench(), load, new LagBench.Size(10, 2, 3)).run();
        assertThat(counts.requests()).isPositive();
        assertThat(counts.inAny()).isEqualTo(counts.requests());
        assertThat(counts.inFinal()).isEqualTo(counts.requests());
    }

    @Test
    void everyProbeAndCallerIsAnsweredBesideSlowStrangers() throws Exception {
        SlowCallersBench.Counts counts = new SlowCallersBench(bench(), new SlowCallersBench.Size(3, 10, 30, 300)).run();

        assertThat(counts.probes()).isEqualTo(30);
        assertThat(counts.callers()).isEqualTo(30);
        assertThat(counts.refused()).isZero();
        assertThat(counts.held()).isEqualTo(300 + 2 * 30);
        assertThat(counts.queries()).isPositive();
        assertThat(printed.toString()).containsPattern("a caller with a token +30( +[\\d.]+){4} +0");
    }

    @Test
    void theStateOfSeriesIsRestoredFromItsChangelog() throws Exception {
        StateBench.Figures figures = new StateBench(bench(), new StreamsSize.Load(2, 1, 5, 50, 5), 2).run();
        assertThat(figures.changelogBytes()).isPositive();
        assertThat(printed.toString()).containsPattern("restoring +-?[\\d.]+ +s +-?[\\d.]+ s/GB");
    }

    @Test
    void everyTokenOfThePacedServerIsSeenAndPublished() throws Exception {
        LaneBench.Size.SlowLoad few = new LaneBench.Size.SlowLoad(4, 4, 2);
        LaneBench.Size size = new LaneBench.Size(List.of(5), 1, few, List.of());

        LaneBench.Counts counts = new LaneBench(bench(), size).run();

        // 5 at once, publishing and not, of 100 tokens; 4 by Poisson of 200.
        assertThat(counts).isEqualTo(new LaneBench.Counts(14, 14, 1_800, 1_800, 0));
        assertThat(printed.toString()).containsPattern("5( +-?[\\d.]+){7}\n");
        assertThat(printed.toString()).containsPattern("800 +20 +4 +[\\d,]+( +-?[\\d.]+){11} +(yes|no)");
    }

    @Test
    void everyRequestOfACommandIsKnownToTheServer() throws Exception {
        String java = String.join(
                " ",
                ChildProcess.java(
                        List.of("-Xmx512m", "-XX:TieredStopAtLevel=1"),
                        System.getProperty("java.class.path"),
                        Tidemark.class));
        Path launcher = Files.writeString(folder.resolve("tidemark"), "#!/bin/sh\nexec " + java + " \"$@\"\n");
        Files.setPosixFilePermissions(launcher, PosixFilePermissions.fromString("rwx------"));
        AccuracyOptions options =
                AccuracyOptions.of(List.of("streams=2", "rounds=1", "beside=nothing", "tidemark=" + launcher));

        int requests = new AccuracyBench(bench(), options).run();

        assertThat(requests).as("a first command and a repeat").isEqualTo(2 * 2);
        assertThat(printed.toString())
                .contains("VLLM'S CLIENT IS LEFT OUT")
                .containsPattern("nothing +2 +cold +tidemark +1( +[\\d.]+){13}")
                .containsPattern("nothing +2 +warm +tidemark +1( +[\\d.]+){13}");
    }

    @Test
    void everyRequestIsFoundInAWindowAndInAFinalOne() throws Exception {
        LagBench.Size size = new LagBench.Size(10, 2, 3);

        LagBench.Counts counts = new LagBench(bench(), size).run();

        assertThat(counts.requests()).isPositive();
        assertThat(counts.inAny()).isEqualTo(counts.requests());
        assertThat(counts.inFinal()).isEqualTo(counts.requests());
        assertThat(printed.toString()).containsPattern("a FINAL 10 s window holds it +\\d+( +[\\d.]+){5}");
    }

    @Test
    void everySeriesIsLiveAndEveryValueIsCounted() throws Exception {
        SeriesBench.Size.Shape small = new SeriesBench.Size.Shape(5, 3, 20);

        List<SeriesBench.Row> rows = new SeriesBench(bench(), new SeriesBench.Size(small, List.of(small))).run();

        // 5 classes and all of them together, 6 metrics each; 60 requests of 5 values and 63 gaps.
        assertThat(rows.get(0).series()).isEqualTo(36);
        assertThat(rows.get(0).values()).isEqualTo(60 * 68);
        assertThat(rows.get(0).windows()).isPositive();
        assertThat(printed.toString()).containsPattern("5 +36( +-?[\\d.,]+){6}");
    }

    @Test
    void everyPageOfAServerIsRead() throws Exception {
        IntakeBench.Counts counts = new IntakeBench(bench(), new IntakeBench.Size(20, 10, 5, 20)).run();

        assertThat(counts).isEqualTo(new IntakeBench.Counts(20 * 64, 20, 100, 100));
        assertThat(printed.toString()).containsPattern("page in servers +100 +[\\d.]+ +[\\d.]+");
    }

    @Test
    void aBacklogIsReadToItsEndAndWritesNoWindowMoreThanTwice() throws Exception {
        CatchUpBench.Row row = new CatchUpBench(bench(), new CatchUpBench.Size(List.of(5, 60), 2))
                .run()
                .get(0);

        assertThat(row.requests()).isEqualTo(120);
        assertThat(row.windows()).isGreaterThan(60 * 4);
        assertThat(row.records()).isBetween(row.windows(), 2 * row.windows());
        assertThat(row.unchanged()).isZero();
        assertThat(row.keptFigures()).isZero();
        assertThat(printed.toString()).containsPattern("0.02 +120( +[\\d,]+){3} +[\\d.]+");
    }

    @Test
    void everyRowIsInBothStoresOnce() throws Exception {
        assumeTrue(
                PostgresServer.obstacle().isEmpty(),
                () -> PostgresServer.obstacle().orElseThrow());

        Map<String, Long> held = new StoreBench(bench(), new StoreBench.Size(200, 50, 1)).run();

        assertThat(held).isEqualTo(Map.of("SQLite", 200L, "PostgreSQL", 200L));
        assertThat(printed.toString()).containsPattern("windows, of a higher revision( +[\\d,]+){2} +[\\d.]+");
    }

    @Test
    void aReportIsMadeOfEveryStoredRequest() throws Exception {
        assertThat(new ReportBench(bench(), new ReportBench.Size(2, 2, 60)).run())
                .isPositive();
        assertThat(printed.toString())
                .contains("240 requests stored")
                .containsPattern("240 requests +3 +[\\d.]+ +[\\d.]+ +[\\d,]+ +[\\d.]+ +\\d+");
    }

    private BenchmarkContext bench() {
        return new BenchmarkContext(NanoClock.SYSTEM, InstantSource.system(), new PrintWriter(printed), folder);
    }
}
